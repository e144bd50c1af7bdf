// Emscripten programs see a made-up environment; our tests want the caller's.
Module['preRun'] = () => Object.assign(ENV, process.env)
