import wasmAddress from 'linkwork/linkwork.wasm?url'
import { htmlPage, type Task } from './program.ts'

/** A page in one file that shows the mechanism and moves it, by itself: it loads nothing. */
export async function oneFile(task: Task): Promise<string> {
  const [{ default: viewer }, wasm] = await Promise.all([
    import('virtual:viewer'),
    packed(await fetch(wasmAddress))
  ])
  return htmlPage(task, { viewer, wasm })
}

/** By gzip, in base64. */
async function packed({ body, ok, statusText }: Response): Promise<string> {
  if (!ok || !body) throw new Error(`linkwork.wasm: ${statusText}`)
  const blob = await new Response(body.pipeThrough(new CompressionStream('gzip'))).blob()
  return await new Promise((resolve, reject) => {
    const reader = new FileReader()
    reader.onload = () => resolve(String(reader.result).replace(/^.*,/, ''))
    reader.onerror = () => reject(reader.error)
    reader.readAsDataURL(blob)
  })
}
