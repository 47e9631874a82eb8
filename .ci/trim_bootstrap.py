#!/usr/bin/env python3
"""Cut Bootstrap's stylesheet down to the families of classes that our pages use.

    python3 .ci/trim_bootstrap.py

reads ``.ci/bootstrap/bootstrap.min.css`` (the package's own file) and writes what is shipped,
``config/static/vendor/bootstrap/bootstrap.trimmed.css``. A rule stays when every class it names is
of a family below; rules without a class (the reset, the variables) always stay. A test says when a
template uses a class that was cut: add its family here and run this again.
"""

import re
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
SOURCE = ROOT / ".ci/bootstrap/bootstrap.min.css"
TRIMMED = ROOT / "config/static/vendor/bootstrap/bootstrap.trimmed.css"

FAMILIES = re.compile(
    r"alert(-danger|-success)?"
    r"|btn(-close|-sm|-link|-primary|-secondary|-danger|-outline-primary|-outline-danger)?"
    r"|row|col(-(sm|md|lg))?(-\d+)?|g[xy]?-[0-5]"
    r"|form-(check|check-input|check-label|check-inline|control|control-sm|control-color|label"
    r"|range|select|select-sm|switch|text)"
    r"|is-invalid|invalid-feedback"
    r"|table(-responsive|-sm)?"
    r"|d-(block|flex|grid|inline|inline-block|none)|flex-(column|fill|grow-1|wrap)|gap-[0-5]"
    r"|(justify-content|align-items)-(between|center|end|start|baseline)"
    r"|m[tb]?-([0-5]|auto)|p[tb]?-[0-5]|w-100"
    r"|text-(center|end|start|nowrap|break|body-secondary)"
    r"|small|user-select-all|visually-hidden(-focusable)?"
    r"|active|disabled|show"
)
CLASS = re.compile(r"\.(-?[a-zA-Z_][\w-]*)")
NEGATED = re.compile(r":not\([^)]*\)")


def classes_in(text: str) -> set[str]:
    """The classes that selectors name."""
    return set(CLASS.findall(text))


def blocks(css: str) -> list[tuple[str, str]]:
    """Each rule at the top of a sheet: what stands before its braces, and what stands in them."""
    found, depth, start, head = [], 0, 0, ""
    for at, letter in enumerate(css):
        if letter == "{":
            if depth == 0:
                head, start = css[start:at], at + 1
            depth += 1
        elif letter == "}":
            depth -= 1
            if depth == 0:
                found.append((head, css[start:at]))
                start = at + 1
    return found


def trimmed(css: str) -> str:
    """The sheet without the rules for classes that are of no family."""
    kept = []
    for head, body in blocks(re.sub(r"/\*(?!!).*?\*/", "", css, flags=re.DOTALL)):
        notice, _, selectors = head.rpartition("*/")
        notice += "*/" if notice else ""
        if selectors.startswith(("@media", "@supports")):
            inside = trimmed(body)
            if inside:
                kept.append(f"{notice}{selectors}{{{inside}}}")
        elif selectors.startswith("@"):
            kept.append(head + "{" + body + "}")
        else:
            wanted = [one for one in split(selectors) if is_wanted(one)]
            if wanted:
                kept.append(f"{notice}{','.join(wanted)}{{{body}}}")
    return "".join(kept)


def split(selectors: str) -> list[str]:
    """Selectors between the commas that are not within brackets."""
    return re.split(r",(?![^(\[]*[)\]])", selectors)


def is_wanted(selector: str) -> bool:
    """Whether every class that it asks for is of a family."""
    return all(FAMILIES.fullmatch(name) for name in classes_in(NEGATED.sub("", selector)))


def without_unused_keyframes(css: str) -> str:
    """Animations that nothing names any more go, too."""
    for head, body in blocks(css):
        if head.startswith("@keyframes") and f"animation:{head.split()[1]}" not in css:
            css = css.replace(f"{head}{{{body}}}", "")
    return css


if __name__ == "__main__":
    TRIMMED.write_text(without_unused_keyframes(trimmed(SOURCE.read_text())) + "\n")
    print(f"{TRIMMED.relative_to(ROOT)}: {TRIMMED.stat().st_size} of {SOURCE.stat().st_size} bytes")  # noqa: T201 - a command
