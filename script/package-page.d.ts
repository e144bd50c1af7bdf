export declare function servePackage(): Promise<{
  readonly address: string
  readonly close: () => void
}>
