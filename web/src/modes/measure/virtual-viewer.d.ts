/** Written by viewer/plugin.ts. */
declare module 'virtual:viewer' {
  const code: string
  export default code
}
