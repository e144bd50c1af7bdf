import { once } from 'node:events'

/** Waits where the reader is slow. */
export async function print(output: string): Promise<void> {
  if (!process.stdout.write(output)) await once(process.stdout, 'drain')
}
