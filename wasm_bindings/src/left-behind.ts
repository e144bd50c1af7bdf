/**
 * The address of a file of this package that Vite before version 8 has not moved along with the module at
 * `here`: in development it keeps bundled dependencies in node_modules/.vite/deps. Undefined: next to it.
 */
export function leftBehind(file: string, here: string): URL | undefined {
  return here.includes('/.vite/deps/') ? new URL(`../../linkwork/dist/${file}`, here) : undefined
}
