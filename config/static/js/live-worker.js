// One stream for all windows of a browser, which opens no more than six connections to a host: each
// window says what it watches, and is told what concerns it. A window whose browser has no shared
// workers, or whose part of the stream is refused, opens its own (live.js).
"use strict";
const MOST = 60; // topics of a stream, the server's limit
const GATHER = 30; // milliseconds in which windows that come and go count as one change
const GONE = 60000; // a window says every five seconds that it is there; a frozen one has left
const REPEATED = 500; // events that a window may be told of twice
const SOON = 1000; // milliseconds until a stream that the server could not give is asked for again,
const LATER = 30000; // each time a little later, up to this

const windows = new Map(); // by port: topics, parts, after (the last event it knows), told, seen
let source = null;
let timer = 0;
let pause = 0;

const tell = (port, name, data = "", id = "") => port.postMessage({ name, data, id });
const tellAll = (name) => {
  for (const port of windows.keys()) tell(port, name);
};

// Those whose topics no longer fit beside the others', or may not be watched, go on by themselves.
const giveUp = () => {
  tellAll("refused");
  windows.clear();
  source?.close();
  source = null;
};

// A stream does not say why there is none: the server may refuse it, or be starting again.
const isRefused = async (address) => {
  const leave = new AbortController();
  try {
    const { status } = await fetch(address, { signal: leave.signal });
    return status >= 400 && status < 500;
  } catch {
    return false;
  } finally {
    leave.abort();
  }
};

const open = () => {
  source?.close();
  source = null;
  for (const [port, one] of windows) if (Date.now() - one.seen > GONE) windows.delete(port);
  if (!windows.size) return;
  const all = [...windows.values()];
  const topics = new Set(all.flatMap((one) => one.topics));
  if (topics.size > MOST) return giveUp();
  const query = new URLSearchParams([...topics].sort().map((topic) => ["topic", topic]));
  const known = all.filter((one) => one.after !== "").map((one) => Number(one.after));
  if (known.length) query.set("after", String(Math.min(...known)));
  for (const part of new Set(all.flatMap((one) => one.parts))) query.append("part", part);

  const address = `/live/?${query}`;
  const stream = new EventSource(address);
  stream.addEventListener("open", () => tellAll("open"));
  // What their reader may do, by topic: windows look for their own.
  stream.addEventListener("standing", ({ data }) => {
    for (const port of windows.keys()) tell(port, "standing", data);
  });
  stream.addEventListener("ping", () => {
    pause = 0;
    tellAll("ping");
  });
  stream.addEventListener("error", async () => {
    tellAll("error");
    if (stream.readyState !== EventSource.CLOSED) return;
    const refused = await isRefused(address);
    if (source !== stream) return;
    if (refused) return giveUp();
    pause = Math.min(1.5 * pause || SOON, LATER);
    // A hall of browsers does not come back at once.
    openAfter(pause * (0.75 + Math.random() / 2));
  });
  for (const topic of topics) stream.addEventListener(topic, (event) => pass(topic, event));
  source = stream;
};

const pass = (topic, { data, lastEventId }) => {
  for (const [port, one] of windows) {
    const event = `${lastEventId} ${topic}`;
    if (Number(lastEventId) > Number(one.after)) one.after = lastEventId;
    if (!one.topics.includes(topic) || one.told.has(event)) continue;
    one.told.add(event);
    if (one.told.size > REPEATED) one.told.delete(one.told.values().next().value);
    tell(port, topic, one.parts.includes(topic) ? data : topic, lastEventId);
  }
};

const openAfter = (milliseconds) => {
  clearTimeout(timer);
  timer = setTimeout(open, milliseconds);
};

addEventListener("connect", ({ ports: [port] }) => {
  port.addEventListener("message", ({ data: { act, topics, parts, after } }) => {
    const one = windows.get(port);
    if (act === "here" && one) one.seen = Date.now();
    if (act === "leave" && windows.delete(port) && !windows.size) openAfter(GATHER);
    if (act !== "watch") return;
    windows.set(port, { topics, parts, after, told: new Set(), seen: Date.now() });
    tell(port, "there");
    openAfter(GATHER);
  });
  port.start();
});
