// Emscripten programs see a made-up environment; our tests want the caller's.
Module['preRun'] = () => Object.assign(ENV, process.env)

// Emscripten 3.1.6 fetches the .wasm file if `fetch` exists. Node.js has `fetch` since version 18, and its
// `fetch` rejects paths of files. Without it, Emscripten reads the file.
delete globalThis.fetch
