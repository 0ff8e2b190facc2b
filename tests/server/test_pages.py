"""The pages as they are served: what may run in them, how long they are kept."""

from __future__ import annotations

from pathlib import Path

from litestar.testing import TestClient

from gearlock.server.app import Settings, make_app


def _built(folder: Path) -> Path:
    web = folder / "web"
    (web / "assets").mkdir(parents=True)
    (web / "index.html").write_text("<!doctype html><title>Gearlock</title>")
    (web / "assets" / "index-abc.js").write_text("export {}")
    return web


def test_pages_may_run_nothing_but_what_is_served_here(tmp_path: Path) -> None:
    app = make_app(Settings(f"sqlite:///{tmp_path / 'tables.db'}", web=_built(tmp_path)))
    with TestClient(app, base_url="http://127.0.0.1") as client:
        page, script = client.get("/"), client.get("/assets/index-abc.js")
    assert page.status_code == script.status_code == 200
    for answer in (page, script):
        policy = answer.headers["content-security-policy"]
        assert "default-src 'none'" in policy
        assert "script-src 'self'" in policy
        assert "unsafe" not in policy
        assert answer.headers["x-content-type-options"] == "nosniff"
    assert page.headers["cache-control"] == "no-cache"
    assert "immutable" in script.headers["cache-control"]
    assert client.get("/no-such-page").status_code == 404


def test_scripts_are_sent_packed_to_whoever_can_unpack_and_nothing_else_lies_there(tmp_path: Path) -> None:
    app = make_app(Settings(f"sqlite:///{tmp_path / 'tables.db'}", web=_built(tmp_path)))
    with TestClient(app, base_url="http://127.0.0.1") as client:
        packed = client.get("/assets/index-abc.js", headers={"accept-encoding": "gzip"})
        plain = client.get("/assets/index-abc.js", headers={"accept-encoding": "identity"})
        assert packed.headers["content-encoding"] == "gzip"
        assert "content-encoding" not in plain.headers
        assert packed.text == plain.text == "export {}"
        assert "javascript" in packed.headers["content-type"]
        for name in ("none.js", "..%2Findex.html", "%2e%2e", "."):
            assert client.get(f"/assets/{name}").status_code == 404


def test_without_built_pages_one_is_told_how_to_build_them(tmp_path: Path) -> None:
    app = make_app(Settings(f"sqlite:///{tmp_path / 'tables.db'}", web=tmp_path / "none"))
    with TestClient(app, base_url="http://127.0.0.1") as client:
        answer = client.get("/")
    assert answer.status_code == 503
    assert "make ui" in answer.text
