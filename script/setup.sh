# Sourced by the commands of this folder: installs what is missing, builds what is out of date.
# Everything comes from Debian's packages and the npm registry; a second run does nothing.

set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

wasmPackages=(cmake ninja-build emscripten libeigen3-dev nlohmann-json3-dev catch2)
testPackages=("${wasmPackages[@]}" g++ clang libclang-rt-14-dev clang-format clang-tidy pkg-config
  llvm libbenchmark-dev chromium doxygen git valgrind redis-server)
nodeFolder=.cache/node
jobs=$(nproc)

say() { printf '\033[1m▸ %s\033[0m\n' "$*" >&2; }

# fail MESSAGE...: one line each, then stop.
fail() {
  printf '\033[31m✗ %s\033[0m\n' "$@" >&2
  exit 1
}

# Runs a command as root, through sudo where we are not.
asRoot() {
  if [ "$(id -u)" = 0 ]; then
    "$@"
  elif command -v sudo >/dev/null; then
    sudo "$@"
  else
    fail "This needs root: $*" "Run it as root, or install sudo, then start again."
  fi
}

installed() { [ "$(dpkg-query -W -f='${db:Status-Status}' "$1" 2>/dev/null)" = installed ]; }

# needPackages PACKAGE...: installs the Debian packages among them that are missing.
needPackages() {
  local missing=() package
  if ! command -v apt-get >/dev/null; then
    fail "This system has no apt-get; linkwork is built on Debian 12." \
      "Install the counterparts of these packages, or use a Debian 12 container: $*"
  fi
  for package in "$@"; do installed "$package" || missing+=("$package"); done
  [ ${#missing[@]} = 0 ] && return
  say "installing Debian packages: ${missing[*]}"
  asRoot env DEBIAN_FRONTEND=noninteractive apt-get -q update >&2 ||
    fail "apt-get update failed: is there a network, and are the sources in /etc/apt right?"
  asRoot env DEBIAN_FRONTEND=noninteractive \
    apt-get -q install -y --no-install-recommends "${missing[@]}" >&2 ||
    fail "apt-get could not install: ${missing[*]}" "Its message is above."
  # Debian starts this one by itself; tests start their own.
  [[ " ${missing[*]} " != *" redis-server "* ]] ||
    asRoot systemctl disable --now redis-server >/dev/null 2>&1 || true
}

# True where `node` is one that Vite runs on: 20.19 or later, 22.12 or later.
nodeIsNewEnough() {
  command -v node >/dev/null && command -v npm >/dev/null && node -e '
    const [major, minor] = process.versions.node.split(".").map(Number)
    process.exit(major > 22 || (major === 22 && minor >= 12) || (major === 20 && minor >= 19) ? 0 : 1)'
}

# Node.js and npm: those of the machine where they are new enough, else those that the npm registry
# itself carries, kept in .cache (Debian 12's own Node.js is 18, enough to fetch them).
needNode() {
  nodeIsNewEnough && return
  PATH="$PWD/$nodeFolder/node_modules/.bin:$PATH"
  nodeIsNewEnough && return
  command -v npm >/dev/null || needPackages nodejs npm
  say "installing Node.js 22 in $nodeFolder"
  mkdir -p "$nodeFolder"
  # Without warnings: the new npm does not support the Node.js that installs it.
  npm install --prefix "$nodeFolder" --no-save --no-audit --no-fund --loglevel=error \
    node@22 npm@11 >&2 ||
    fail "npm could not install Node.js 22: is the npm registry reachable (npm ping)?"
  hash -r
  nodeIsNewEnough || fail "Node.js in $nodeFolder does not run: delete that folder and start again."
}

# npm packages, exactly those of package-lock.json; again only when it, or Node.js, changed.
needModules() {
  local stamp=node_modules/.linkwork-stamp state
  state="$(node --version) $(sha256sum package-lock.json)"
  [ -f "$stamp" ] && [ "$(cat "$stamp")" = "$state" ] && return
  say "installing npm packages"
  npm ci --ignore-scripts --no-audit --no-fund >&2 ||
    fail "npm ci failed: its message is above." \
      "If it says that package.json and package-lock.json differ, run npm install and commit the lock."
  echo "$state" >"$stamp"
}

# configure PRESET: CMake, the first time and after a change of presets; ninja sees the rest by itself.
# A new folder compiles several files at a time: most runs of these commands build everything once.
configure() {
  [ "build/$1/build.ninja" -nt CMakePresets.json ] && return
  local unity=()
  [ -f "build/$1/build.ninja" ] || unity=(-DLINKWORK_UNITY=ON)
  cmake --preset "$1" "${unity[@]}"
}

# The npm package: WebAssembly by CMake, then TypeScript where a source is newer than its output.
buildPackage() {
  configure wasm && cmake --build --preset wasm --target linkwork_wasm -j "$jobs" || return
  local output=wasm_bindings/dist/index.js
  if [ ! -f $output ] || [ -n "$(find wasm_bindings/src wasm_bindings/*.js* tsconfig.base.json \
    wasm_bindings/dist/linkwork.wasm package-lock.json -newer $output -print -quit)" ]; then
    touch build/package-start && npm run --silent build --workspace linkwork &&
      touch -r build/package-start $output  # what is saved meanwhile is newer
  fi
}

# The page with the documentation in docs/ beside it, each leading to the other, into build/site.
buildSite() {
  VITE_LINKWORK_PAGE=/../index.html npm run --silent build --workspace linkwork-docs &&
    npm run --silent build --workspace linkwork-web -- \
      --mode site --outDir ../build/site --emptyOutDir --logLevel warn &&
    cp -r build/docs build/site/docs
}
