"""Somebody at a table, for tests: says what a browser would say and remembers what it is told."""

from __future__ import annotations

import json
import random
from types import TracebackType
from typing import Any, Self

from litestar.exceptions import WebSocketDisconnect
from litestar.testing import TestClient
from litestar.testing.websocket_test_session import WebSocketTestSession

PATIENCE = 120.0
"""Seconds after which what should come is taken not to come, on however busy a machine."""
ANSWERS = (
    "pointed",
    "weighed",
    "weighed-all",
    "suggested",
    "reached",
    "looked",
    "borne",
    "feared",
    "objected",
    "refused",
)


class Visitor:
    """One connection. `pieces` and `story` are kept as a browser would keep them, from updates alone."""

    def __init__(self, client: TestClient[Any], battle: str, token: str = "", shown: int = 0) -> None:
        self._socket: WebSocketTestSession = client.websocket_connect(f"/api/battles/{battle}/table")
        self._hello = {"kind": "hello", "token": token, "shown": shown}
        self.pieces: dict[str, Any] = {}
        self.story: list[str] = [""] * shown
        self.now: dict[str, Any] = {}
        self.number = 0
        self.said: list[dict[str, Any]] = []
        self.heard: list[str] = []
        """Everything that was ever sent here, as it came."""
        self._ref = 0

    def __enter__(self) -> Self:
        self._socket.__enter__()
        self.send(self._hello)
        self.welcome = self.hear("welcome")
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._socket.__exit__(kind, error, trace)

    def send(self, message: object) -> None:
        self._socket.send_text(message if isinstance(message, str) else json.dumps(message))

    def send_bytes(self, message: bytes) -> None:
        self._socket.send_bytes(message)

    def hear(self, *kinds: str) -> dict[str, Any]:
        """The next message of these kinds; what comes before it is taken in as well."""
        while True:
            raw = self._socket.receive_text(timeout=PATIENCE)
            self.heard.append(raw)
            message: dict[str, Any] = json.loads(raw)
            self._take_in(message)
            if message["kind"] in kinds:
                return message

    def _take_in(self, message: dict[str, Any]) -> None:
        if message["kind"] == "welcome":
            self.pieces = {}
            self.said = list(message["said"])
        if message["kind"] == "said":
            self.said.append(message)
        if message["kind"] not in ("welcome", "update"):
            return
        if message["kind"] == "update":
            assert message["number"] == self.number + 1, "an update was missed"
        self.number, self.now = message["number"], message["now"]
        for gone in message.get("gone", ()):
            del self.pieces[gone]
        self.pieces |= {piece["id"]: piece for piece in message["pieces"]}
        self.story[message["keeps"] :] = [line["text"] for line in message["story"]]

    def ask(self, kind: str, **parts: object) -> dict[str, Any]:
        """Put a question about the decision at hand; what comes back."""
        return self.ask_plainly(kind, decision=self.now["asked"]["decision"], **parts)

    def ask_plainly(self, kind: str, **parts: object) -> dict[str, Any]:
        """Put a question; the answer that refers to it."""
        self._ref += 1
        self.send({"kind": kind, "ref": self._ref, **parts})
        while (answer := self.hear(*ANSWERS))["ref"] != self._ref:
            pass
        return answer

    def answer(self, order: object) -> dict[str, Any]:
        """Decide; the update, or the refusal."""
        decision = self.now["asked"]["decision"]
        self.send({"kind": "answer", "decision": decision, "order": order})
        while True:
            message = self.hear("update", "refused")
            asked = self.now["asked"]
            if message["kind"] == "refused" or not asked or asked["decision"] != decision:
                return message

    def decides(self, chooser: random.Random) -> bool:
        """Decide at random without waiting for what comes of it: others may be asked aside. Whether it was taken."""
        if not self.now["asked"]:
            return False
        message = {"kind": "answer", "decision": self.now["asked"]["decision"], "order": self.any_order(chooser)}
        self.send(message)
        heard = len(self.heard)
        self.catch_up()
        return not any(json.loads(raw)["kind"] == "refused" for raw in self.heard[heard:])

    def wait_turn_and_concede(self, client: TestClient[Any], links: dict[str, Any]) -> None:
        """End the battle: whoever has to decide gives it up."""
        self.catch_up()
        other = next(seat for seat in links["seats"] if seat != self.welcome["you"])
        if self.now["asked"]:
            self.answer({"order": "concede"})
        else:
            with Visitor(client, links["battle"], links["seats"][other]) as opponent:
                opponent.answer({"order": "concede"})
            self.catch_up()
        assert self.now["outcome"]

    def refused(self, message: object) -> str:
        """Say something that must be refused; the code. Nothing else happens."""
        self.send(message)
        refusal = self.hear("refused")
        assert refusal["message"]
        return str(refusal["code"])

    def closing(self) -> tuple[int, str]:
        """What is left to hear is heard; then the code and words the connection is closed with."""
        try:
            while True:
                self.hear()
        except WebSocketDisconnect as gone:
            return gone.code, gone.detail

    def wait(self) -> None:
        """Until there is something to decide, or the battle is over."""
        while not self.now["asked"] and not self.now["outcome"]:
            self.hear("update")

    def catch_up(self) -> None:
        """Take in everything that was sent so far."""
        self.send({"kind": "beat"})
        assert self.hear("alive")["number"] == self.number

    def any_order(self, chooser: random.Random) -> object:
        """Some order: an option as it stands, or one of the ways suggested to complete it."""
        options = list(enumerate(self.now["asked"]["options"]))
        chooser.shuffle(options)
        for number, option in options:
            if option["kind"] in ("pick", "target"):
                return option["order"]
            ways = self.ask("suggest", option=number)["ways"]
            if ways:
                return chooser.choice(ways)["order"]
        raise AssertionError(f"no option of {self.now['asked']} could be completed")


def lay_out(client: TestClient[Any], system: str, scenario: str, red: str, blue: str, **more: object) -> dict[str, Any]:
    """A new battle; its links."""
    wanted = {"system": system, "scenario": scenario, "players": {"red": red, "blue": blue}, **more}
    response = client.post("/api/battles", json=wanted)
    assert response.status_code == 201, response.text
    links: dict[str, Any] = response.json()
    return links
