"""A rehearsal: a whole event through the HTTP API, a program in every role. After every act
``audits`` ask what must always hold.

The people and most of their acts are those of the demo's event.
"""
