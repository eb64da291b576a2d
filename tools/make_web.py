"""Check and build the page of `burgundy serve`: python tools/make_web.py (needs node and npm)."""

from __future__ import annotations

import hashlib
import shutil
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
TOOLS = ROOT / "tools" / "web"
WEB = ROOT / "burgundy_env" / "serve" / "web"
BUILT = WEB / "built" / "app.js"


def mark() -> str:
    """What the built file begins with: which sources it was built from."""
    hashed = hashlib.sha256()
    for path in sorted((WEB / "src").glob("*.ts")):
        hashed.update(f"{path.name}\n".encode() + path.read_bytes())
    return f"// built from src by tools/make_web.py: {hashed.hexdigest()[:16]}"


def missing() -> str:
    """What is not here that building needs; empty if all is."""
    if shutil.which("npm") is None:
        return "node and npm are missing"
    if not (TOOLS / "node_modules" / "esbuild").exists():
        run = subprocess.run(["npm", "ci", "--no-audit", "--no-fund"], cwd=TOOLS, capture_output=True, text=True)
        return "" if run.returncode == 0 else f"npm ci in {TOOLS} has failed: {run.stderr.strip()[-200:]}"
    return ""


def build(out: Path) -> None:
    """Check the types and write the script."""
    subprocess.run(["npm", "run", "-s", "check"], cwd=TOOLS, check=True)
    command = ["npm", "run", "-s", "build", "--", f"--outfile={out}", f"--banner:js={mark()}", "--log-level=warning"]
    subprocess.run(command, cwd=TOOLS, check=True)


if __name__ == "__main__":
    lacking = missing()
    if lacking:
        sys.exit(lacking)
    build(BUILT)
