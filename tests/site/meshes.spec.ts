import { mkdir, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { Page, TestInfo } from '@playwright/test'
import { boxGlb, boxGltfFiles, boxObj, boxStl } from '../wasm/mesh-files.ts'
import { drop } from './drop.ts'
import { expect, test } from './page.ts'

/** Robots in folders, with meshes next to them. */

const inertial = '<inertial><mass value="1"/><inertia ixx="0.1" iyy="0.1" izz="0.1"/></inertial>'
const visual = (uri: string, more = '') =>
  `<visual><origin xyz="0.2 -0.1 -0.1"/><geometry><mesh filename="${uri}" ${more}/></geometry></visual>`

/** A link that does not fall, whose meshes are all on one side of where it is hinged. */
const robot = (...visuals: string[]) => `<robot name="Signpost"><link name="world"/>
  <link name="post">${inertial}${visuals.join('')}</link>
  <joint name="hinge" type="continuous"><parent link="world"/><child link="post"/><axis xyz="0 0 1"/></joint>
  </robot>`

async function folder(info: TestInfo, files: Readonly<Record<string, string | Uint8Array>>) {
  for (const [path, content] of Object.entries(files)) {
    const file = info.outputPath('signpost', path)
    await mkdir(dirname(file), { recursive: true })
    await writeFile(file, content)
  }
  return join(info.outputDir, 'signpost')
}

/** Drops a file or folder of this machine, as the system would. */
async function dropPath(page: Page, path: string): Promise<void> {
  const session = await page.context().newCDPSession(page)
  const at = { x: 600, y: 300 }
  const data = { items: [], files: [path], dragOperationsMask: 1 }
  for (const type of ['dragEnter', 'dragOver', 'drop'] as const)
    await session.send('Input.dispatchDragEvent', { type, ...at, data })
}

const size = [600, 200, 200] as const
const small = 'scale="0.001 0.001 0.001"'
const stl = visual('package://signpost/meshes/sign.stl', small)

test('a folder that is dropped is drawn by its meshes, which can be pulled @all', async ({
  demo,
  page
}, info) => {
  await demo.open('', { webgl: true })
  const path = await folder(info, {
    'package.xml': '<package><name>signpost</name></package>',
    'urdf/signpost.urdf': robot(stl, visual('package://signpost/meshes/other.obj')),
    'meshes/sign.stl': boxStl(size)
  })
  await dropPath(page, path)
  await expect(page.getByRole('heading', { name: 'Signpost' })).toBeVisible()
  await page.getByText('signpost.urdf: 1 import warning').click()
  await expect(page.locator('.remarks li')).toHaveText(
    /^1 mesh is not among the files and not drawn: other\.obj\./
  )
  await demo.pause()
  // The middle of the picture is far from where the mesh is hinged: there is nothing else.
  const box = await page.locator('.stage-host').boundingBox()
  await demo.grab([[(box?.x ?? 0) + (box?.width ?? 0) / 2, (box?.y ?? 0) + (box?.height ?? 0) / 2]])
  await page.mouse.up()
})

test('a folder is opened by a button; its address says that meshes stay @all', async ({
  demo,
  page
}, info) => {
  await demo.open()
  const path = await folder(info, {
    'signpost.urdf': robot(visual('meshes/sign.obj', small)),
    'meshes/sign.obj': boxObj(size)
  })
  const chooser = page.waitForEvent('filechooser')
  await page.getByRole('button', { name: 'Open folder' }).click()
  await (await chooser).setFiles(path)
  await expect(page.getByRole('heading', { name: 'Signpost' })).toBeVisible()
  await expect(page.locator('.remarks')).toBeHidden()
  await page.getByRole('button', { name: 'Share' }).click()
  await expect(page.getByText('send the files of its meshes along')).toBeVisible()
  await page.reload()
  await expect(page.getByText(/drop its folder to see them/)).toBeAttached()
})

test('faults of a mesh are import warnings, and the console stays clean @all', async ({
  demo,
  page
}, info) => {
  await demo.open()
  const path = await folder(info, {
    'signpost.urdf': robot(visual('a.obj', small), visual('b.dae'), visual('c.glb')),
    'c.glb': boxGlb(size, { extensionsUsed: ['X_<b>'], extensionsRequired: ['X_<b>'] }),
    'a.obj': `<script>throw 1</script>\n${boxObj(size)}`,
    'b.dae': '<COLLADA><unclosed></COLLADA>'
  })
  await dropPath(page, path)
  await page.getByText('signpost.urdf: 3 import warnings').click()
  await expect(page.locator('.remarks li')).toHaveText([
    'mesh "a.obj": Unexpected line: "<script>throw 1</script>"',
    /^mesh "b\.dae": line 1: not well-formed XML: /,
    'mesh "c.glb": Unknown extension "X_<b>".'
  ])
})

test.describe('with an empty cache', () => {
  test.use({ ownContext: true })

  test('readers of meshes are not fetched before there are any @all', async ({
    demo,
    page
  }, info) => {
    const fetched: string[] = []
    page.on('request', (request) => fetched.push(request.url()))
    await demo.open()
    await demo.frames(5)
    expect(fetched.filter((url) => /Loader|robot-meshes/.test(url))).toEqual([])
    await dropPath(page, await folder(info, { 'a.urdf': robot(stl), 'a/sign.stl': boxStl(size) }))
    await expect(page.getByRole('heading', { name: 'Signpost' })).toBeVisible()
    expect(fetched.filter((url) => /STLLoader/.test(url))).toHaveLength(1)
    expect(fetched.filter((url) => /Collada|GLTF|OBJ/.test(url))).toEqual([])
  })
})

test('files that a mesh names are found in its folder, and never requested elsewhere', async ({
  demo,
  page
}, info) => {
  await demo.open()
  const asked: string[] = []
  page.on('request', (request) => asked.push(request.url()))
  const { json, buffer } = boxGltfFiles([0.4, 0.2, 0.2], 'parts/box.bin')
  const text = new TextDecoder().decode(json)
  const inside = `data:application/octet-stream;base64,${Buffer.from(buffer).toString('base64')}`
  const textured = JSON.parse(text.replace('parts/box.bin', inside))
  textured.images = [{ uri: 'nowhere.png' }]
  textured.textures = [{ source: 0 }]
  textured.materials[0].pbrMetallicRoughness.baseColorTexture = { index: 0 }
  await dropPath(
    page,
    await folder(info, {
      'signpost.urdf': robot(visual('box.gltf'), visual('textured.gltf')),
      'box.gltf': json,
      'parts/box.bin': buffer,
      'textured.gltf': JSON.stringify(textured)
    })
  )
  await expect(page.getByRole('heading', { name: 'Signpost' })).toBeVisible()
  await page.getByText('signpost.urdf: 1 import warning').click()
  await expect(page.locator('.remarks li')).toHaveText(
    /^mesh "textured\.gltf": its file "nowhere\.png": no file is named "nowhere\.png"/
  )
  await demo.frames(3)
  const elsewhere = asked.filter((url) => !/\/assets\/|favicon|^blob:/.test(url))
  expect(elsewhere).toEqual([])
})

test('a folder without a robot says so, and what runs goes on @all', async ({
  demo,
  page
}, info) => {
  await demo.open('mechanism=four-bar')
  await page.getByRole('button', { name: 'Close', exact: true }).click()
  await demo.passes(0.3)
  const { time } = await demo.frame()
  await dropPath(page, await folder(info, { 'readme.md': '', 'a.stl': boxStl(size) }))
  const said = page.getByRole('status').filter({ hasText: 'There is no robot (URDF, MJCF, SDF)' })
  await expect(said).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Four-bar' })).toBeVisible()
  expect(await demo.time()).toBeGreaterThan(time)
})

/** A triangle in COLLADA, with z up. */
const collada = `<?xml version="1.0"?><COLLADA xmlns="http://www.collada.org/2005/11/COLLADASchema" version="1.4.1">
  <asset><unit name="meter" meter="1"/><up_axis>Z_UP</up_axis></asset>
  <library_geometries><geometry id="g"><mesh>
    <source id="p"><float_array id="a" count="9">0 0 0 1 0 0 0 1 0</float_array><technique_common>
      <accessor source="#a" count="3" stride="3"><param name="X" type="float"/><param name="Y" type="float"/>
      <param name="Z" type="float"/></accessor></technique_common></source>
    <vertices id="v"><input semantic="POSITION" source="#p"/></vertices>
    <triangles count="1"><input semantic="VERTEX" source="#v" offset="0"/><p>0 1 2</p></triangles>
  </mesh></geometry></library_geometries>
  <library_visual_scenes><visual_scene id="s"><node id="n"><instance_geometry url="#g"/></node></visual_scene>
  </library_visual_scenes><scene><instance_visual_scene url="#s"/></scene></COLLADA>`

test('a mesh that is no mesh is named, and its link is drawn without it @all', async ({
  demo,
  page
}, info) => {
  await demo.open()
  await drop(page, 'first.urdf', robot())
  await dropPath(
    page,
    await folder(info, {
      'a.urdf': robot(visual('a.stl'), visual('b.dae'), visual('c.dae', small)),
      'a.stl': 'solid',
      'b.dae': '<x',
      'c.dae': collada
    })
  )
  await expect(page.getByText('a.urdf: 2 import warnings')).toBeVisible()
  await demo.passes((await demo.time()) + 0.05)
})
