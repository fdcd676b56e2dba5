"""How the card and the timing contract of a run are called where series are kept apart by them."""

from __future__ import annotations

from .journal import Run


def card_of(run: Run, uuid: object = None) -> str:
    """Cards of one name are told apart by their UUIDs, processors by their hosts."""
    if run.manifest["backend"] == "host":
        host = run.manifest.get("host") or {}
        return f"{host.get('cpu', 'unknown processor')} of {host.get('name', 'unknown host')}"
    card = run.manifest["card"]
    own = uuid if isinstance(uuid, str) and uuid else card.get("uuid")
    return " ".join(filter(None, [str(card.get("name", "unknown card")), str(own or "")]))


def contract_of(run: Run) -> str:
    """Times of other caches or timers are other series."""
    contract = run.manifest.get("contract") or {}
    parts = (run.manifest["backend"], contract.get("state"), contract.get("flush"))
    return " ".join(str(part) for part in parts if part)
