/** How tests and benchmarks start the system's Chromium: without network requests of its own. */
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

/**
 * The same, with everything except WebGL rasterized and composited on the CPU. SwiftShader takes about
 * ten times as long for a 2-D canvas of many copies.
 */
export const testDrawingSettings = {
  ...drawingSettings,
  args: [
    ...drawingSettings.args,
    '--disable-gpu-rasterization',
    '--disable-accelerated-2d-canvas',
    '--disable-gpu-compositing'
  ]
}

/** The same, with WebGPU in software. */
export const gpuSettings = {
  ...chromiumSettings,
  args: [...chromiumSettings.args, '--enable-unsafe-webgpu', '--use-webgpu-adapter=swiftshader']
}

/** The same, drawing on the machine's own GPU, by Vulkan. */
export const hardwareDrawingSettings = {
  ...chromiumSettings,
  args: [...chromiumSettings.args, '--use-angle=vulkan', '--ignore-gpu-blocklist']
}

/**
 * The same, with WebGPU, which reports the GPU's name. Chromium has it where Vulkan puts its pages
 * together too, and without a display that takes no surface.
 */
export const hardwareGpuSettings = {
  ...hardwareDrawingSettings,
  args: [
    ...hardwareDrawingSettings.args,
    '--enable-features=Vulkan',
    '--disable-vulkan-surface',
    '--enable-unsafe-webgpu',
    '--enable-webgpu-developer-features'
  ]
}
