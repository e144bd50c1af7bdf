// large-inputs.mjs NAME: hands the package something far larger than any mechanism, and prints what it
// says and how much memory that took at most [MiB]. A process of its own, so its heap is small.
import { chain, load } from 'linkwork'
import { mechanismFromUrdf } from 'linkwork/urdf'

const linkwork = await load()
const million = 1e6
const file = (inside) => `{ "linkwork": 1, ${inside} }`

/** A mechanism file of this many links; a link takes some 160 bytes. */
function chainFile(links) {
  const bodies = Array.from({ length: links }, (_, i) => {
    return `{"name":"link${i}","mass":1,"inertia":[1,1,1]}`
  })
  const joints = Array.from({ length: links }, (_, i) => {
    const parent = i === 0 ? 'world' : `link${i - 1}`
    return `{"name":"joint${i}","type":"revolute","parent":"${parent}","child":"link${i}","axis":[0,1,0]}`
  })
  return file(`"bodies":[${bodies}],"joints":[${joints}]`)
}

const inputs = {
  'a name of 100 MB': () => linkwork.info(file(`"name": "${'x'.repeat(100 * million)}"`)),
  'brackets of 100 MB': () => linkwork.info('['.repeat(100 * million)),
  'numbers of 100 MB': () => linkwork.info(file(`"gravity": [${'0,'.repeat(50 * million)}0]`)),
  'a file of a million links': () => linkwork.info(chainFile(million)),
  'a chain of a million links': () => linkwork.info(chain({ links: million })),
  'an array that claims a billion': () => linkwork.info({ bodies: new Array(1000 * million) }),
  'an array of 100 million numbers': () =>
    linkwork.info({ gravity: new Float64Array(100 * million) }),
  'a snapshot of 100 million numbers': () =>
    linkwork.simulate(chain()).restore(new Float64Array(100 * million)),
  'a URDF of 100 MB': () =>
    mechanismFromUrdf(linkwork, `<robot>${' '.repeat(100 * million)}</robot>`),
  'a URDF of 67 MB in one tag': () =>
    mechanismFromUrdf(linkwork, `<robot name="${'r'.repeat(2 ** 26 - 100)}"/>`),
  'a URDF of 67 MB in tags of a million characters': () => {
    const link = `<link name="${'l'.repeat(million)}"/>`
    return mechanismFromUrdf(linkwork, `<robot name="r">${link.repeat(66)}</robot>`)
  }
}

let said
try {
  said = `an answer of ${JSON.stringify(inputs[process.argv[2]]()).length} characters`
} catch (error) {
  said = String(error)
}
const peak = Math.round(process.resourceUsage().maxRSS / 1024)
process.stdout.write(JSON.stringify({ said, peak }))
