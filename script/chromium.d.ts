interface LaunchSettings {
  executablePath: string
  args: string[]
}

export declare const chromiumSettings: LaunchSettings
export declare const drawingSettings: LaunchSettings
export declare const testDrawingSettings: LaunchSettings
export declare const gpuSettings: LaunchSettings
export declare const hardwareDrawingSettings: LaunchSettings
export declare const hardwareGpuSettings: LaunchSettings
