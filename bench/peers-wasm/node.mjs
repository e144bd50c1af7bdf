// The measurements in Node.
import { measure } from './measurement.mjs'

export async function measureInNode(options) {
  const read = async () => {
    const { user, system } = process.cpuUsage()
    return (user + system) / 1e6
  }
  return { host: `Node ${process.version}`, ...(await measure({ read, ...options })) }
}
