/** How tests and benchmarks start the system's Chromium: with nothing that asks the network by itself. */
export const chromiumSettings = {
  executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium',
  args: [
    '--no-sandbox',
    '--disable-quic',
    '--no-first-run',
    '--disable-background-networking',
    '--disable-component-update',
    '--disable-sync'
  ]
}

/** The same, drawing WebGL in software. */
export const drawingSettings = {
  ...chromiumSettings,
  args: [
    ...chromiumSettings.args,
    '--use-angle=swiftshader',
    '--enable-unsafe-swiftshader',
    '--ignore-gpu-blocklist'
  ]
}

/** The same, with WebGPU in software. */
export const gpuSettings = {
  ...chromiumSettings,
  args: [...chromiumSettings.args, '--enable-unsafe-webgpu', '--use-webgpu-adapter=swiftshader']
}
