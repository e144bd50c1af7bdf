# Sourced by script/test: the test suites. Each has a row here and a function run_NAME. A function that
# takes options passes them to the program that runs the tests.

# set | lane | inputs | name | what it checks | what to do when it fails
# The lanes `native` and `web` run at the same time, then `alone` runs. Each starts as many jobs as there are
# cores: no core is idle while one of them links or has ended.
# The inputs of a suite are all files of the repository except those of its row in `excluded`, and the
# tools; of `registry` also the day, for the npm registry changes.
suites=(
  "default|native|c++|format-c++|C++ format (clang-format)|npm run format"
  "default|native|all|layers|order of directories, dependencies, scripts|docs/contributing/architecture.md has the order of directories"
  "default|native|all|words|words that the project does not use|use the terms that it names; script/words.json lists them"
  "default|native|c++|native|C++ tests, optimized|script/test native -- -R NAME"
  "default|web|ts|format-ts|TypeScript format and lint (Biome)|npm run format, then fix what it names"
  "default|web|ts|types|TypeScript, strict|npm run check"
  "default|web|all|unit|unit tests of the npm package and the page; golden motions|script/test unit -- -t NAME"
  "default|alone|all|page|the page in Chromium, one test per area|script/test page -- -g NAME"
  "all|native|c++|native-slow|C++ tests of seconds; projects that use the installed library|script/test native-slow -- -R NAME"
  "all|native|c++|g++|library and benchmarks compile with g++|fix what it names"
  "all|native|c++|lint-c++|clang-tidy over the library|fix what it names; .clang-tidy lists the checks"
  "all|web|registry|audit|known vulnerabilities and signatures of dependencies|update what it names"
  "all|web|c++|smoke|C++ tests of user input as WebAssembly|node build/wasm/linkwork_quick_tests.js NAME"
  "all|web|c++|wasm|C++ tests as WebAssembly in Node|node build/wasm/linkwork_tests.js NAME"
  "all|web|all|typescript|unit and slow tests of the npm package; coverage|npx vitest run --project slow -t NAME"
  "all|web|all|package|the packed npm package in empty projects|script/test package -- -t NAME"
  "all|alone|all|page-rest|all other tests of the page|script/test page-rest -- -g NAME"
  "all|alone|all|docs|documentation: builds, links, figures, snippets, as served|script/test docs -- -t NAME"
  "all|alone|all|guard|instructions per call and size of the WebAssembly, within 3 %|bench/guard prints them; bench/guard --record after an intended change"
  "all|alone|all|fuzz|random inputs and C++ tests of user input, with sanitizers; coverage|docs/contributing/fuzzing.md"
  "all|alone|all|nodes|layers, unit and smoke on Node.js 20, 22 and 24|script/test nodes -- MAJOR"
  "all|alone|c++|clang-19|C++ tests with clang++ 19|script/test clang-19 -- -R NAME"
  "all|alone|all|endurance|energy of the heavy mechanisms of the page over ten minutes|script/test endurance -- -t NAME"
  "all|alone|registry|environments|the packed npm package with bundlers, Next, Bun and Deno|script/test environments -- -t NAME"
  "all|alone|c++|reproducible|native motions bitwise identical to WebAssembly, clang++ and g++|it names the motions; bench/trajectories counts them"
  "all|alone|c++|mutants|faults in the kernels that no C++ test detects|docs/contributing/mutants.md"
  "all|alone|c++|sanitizers|C++ tests with address and undefined-behavior sanitizers|script/test sanitizers -- -R NAME"
)

declare -A excluded=(
  [all]=''
  [registry]=''
  [c++]=':!web :!docs :!wasm_bindings/src :!tests/wasm :!tests/site :!tests/package :!tests/environments :!*.md'
  [ts]=':!cpp :!tests/cpp :!*.md'
)

buildNative() { configure "$1" && cmake --build --preset "$1" -j "$jobs" "${@:2}"; }

# ctestSuite NAME PRESET OPTION...: the C++ tests of a preset, counted in NAME.xml.
ctestSuite() {
  ctest --preset "$2" -j "$jobs" --no-tests=error --output-junit "$PWD/$logs/$1.xml" "${@:3}"
}

# vitestSuite NAME PROJECT OPTION...
vitestSuite() {
  buildPackage && npx vitest run --project "$2" --maxWorkers "$jobs" --reporter=default --reporter=junit \
    --outputFile.junit="$logs/$1.xml" "${@:3}"
}

# pageSuite NAME PROJECT OPTION...
pageSuite() {
  buildPackage && PLAYWRIGHT_JUNIT_OUTPUT_FILE="$PWD/$logs/$1.xml" \
    npx playwright test -c tests/site --project "$2" --reporter=list,junit "${@:3}"
}

# coverC++: which lines the quick tests and the fuzzers ran, whose counts lie in the folder.
coverC++() {
  local folder=build/coverage/c++ fuzzers=(build/native-debug/linkwork_fuzz_*)
  llvm-profdata merge -o $folder/counts $folder/*.profraw &&
    llvm-cov export -format=lcov -instr-profile=$folder/counts \
      build/native-debug/linkwork_quick_tests "${fuzzers[@]/#/-object=}" cpp bench/papers >$folder/lcov.info &&
    node script/coverage.js C++
}

run_format-c++() { git ls-files -z '*.cpp' '*.hpp' | xargs -0 -P "$jobs" -n 50 clang-format --dry-run -Werror; }
run_format-ts() { npx biome ci --error-on-warnings --colors=off .; }
run_layers() {
  node --test --test-reporter=spec --test-reporter-destination=stdout --test-reporter=junit \
    --test-reporter-destination="$logs/layers.xml" "$@" tests/script/*.test.js
}
run_words() { node script/words.js; }
run_native() { buildNative native && ctestSuite native native -LE slow "$@"; }
run_types() { buildPackage && npm run check --workspaces --if-present; }
run_unit() { vitestSuite unit unit "$@"; }
run_smoke() { buildNative wasm --target linkwork_quick_tests && ctestSuite smoke wasm -R '^smoke$'; }
run_page() { pageSuite page page "$@"; }

run_native-slow() { buildNative native && ctestSuite native-slow native -L slow "$@"; }
run_g++() { buildNative native --target gnu benchmarks -- -k 0; }
run_lint-c++() { buildNative native --target lint -- -k 0; }
run_audit() { node script/audit.js "$logs/audit.xml"; }
run_wasm() { buildNative wasm && ctestSuite wasm wasm -E '^smoke$' "$@"; }
run_typescript() { vitestSuite typescript unit --project slow --coverage "$@" && node script/coverage.js TypeScript; }
run_package() { vitestSuite package package "$@"; }
run_page-rest() { pageSuite page-rest all "$@"; }
run_docs() { buildPackage && buildSite && vitestSuite docs docs "$@"; }
run_guard() {
  buildPackage && buildNative native --target linkwork_calls &&
    node bench/guard.mjs "$logs/guard.xml"
}
run_fuzz() {
  rm -rf build/coverage/c++
  script/fuzz gate && cmake --build --preset native-debug -j "$jobs" --target linkwork_quick_tests &&
    build/native-debug/linkwork_quick_tests --reporter junit --out "$logs/fuzz.xml" && coverC++
}
run_nodes() { script/nodes "$@"; }
run_clang-19() { needPackages clang-19 && buildNative clang-19 && ctestSuite clang-19 clang-19 "$@"; }
run_endurance() { vitestSuite endurance endurance "$@"; }
run_environments() { vitestSuite environments environments "$@"; }
run_reproducible() {
  buildNative reproducible --target linkwork_trajectories &&
    buildNative reproducible-gnu --target linkwork_trajectories &&
    node tests/determinism/native.mjs build/reproducible*/bench/linkwork_trajectories
}
run_mutants() { node tests/mutation/run.mjs "$@"; }
run_sanitizers() { buildNative native-debug && ctestSuite sanitizers native-debug "$@"; }
