/** Corners and triangles of a box from the origin to `size`. */
function boxOf(size: readonly [number, number, number]) {
  const corners = [0, 1, 2, 3, 4, 5, 6, 7].map((i) =>
    size.map((edge, axis) => ((i >> axis) & 1) * edge)
  ) as [number, number, number][]
  const faces = [
    ...[
      [0, 2, 1],
      [1, 2, 3],
      [4, 5, 6],
      [5, 7, 6],
      [0, 1, 4],
      [1, 5, 4]
    ],
    ...[
      [2, 6, 3],
      [3, 6, 7],
      [0, 4, 2],
      [2, 4, 6],
      [1, 3, 5],
      [3, 7, 5]
    ]
  ]
  return { corners, faces }
}

/** Binary STL of triangles. */
export function stl(triangles: readonly (readonly (readonly number[])[])[]): Uint8Array {
  const bytes = new Uint8Array(84 + 50 * triangles.length)
  const view = new DataView(bytes.buffer)
  view.setUint32(80, triangles.length, true)
  for (const [i, corners] of triangles.entries())
    for (const [j, number] of corners.flat().entries())
      view.setFloat32(84 + 50 * i + 12 + 4 * j, number, true)
  return bytes
}

export function boxStl(size: readonly [number, number, number]): Uint8Array {
  const { corners, faces } = boxOf(size)
  return stl(faces.map((face) => face.map((i) => corners[i] as number[])))
}

export function boxObj(size: readonly [number, number, number]): string {
  const { corners, faces } = boxOf(size)
  const lines = [
    ...corners.map((corner) => `v ${corner.join(' ')}`),
    ...faces.map((face) => `f ${face.map((i) => i + 1).join(' ')}`)
  ]
  return lines.join('\n')
}

/** glTF whose numbers are in a buffer of this address, or in the file where there is none. */
function boxGltf(size: readonly [number, number, number], uri?: string, more: object = {}) {
  const { corners, faces } = boxOf(size)
  const indices = Uint16Array.from(faces.flat())
  const positions = Float32Array.from(corners.flat())
  const buffer = new Uint8Array(indices.byteLength + positions.byteLength)
  buffer.set(new Uint8Array(positions.buffer))
  buffer.set(new Uint8Array(indices.buffer), positions.byteLength)
  const json = {
    asset: { version: '2.0' },
    scene: 0,
    scenes: [{ nodes: [0] }],
    nodes: [{ mesh: 0 }],
    materials: [{ pbrMetallicRoughness: { baseColorFactor: [0, 1, 0, 1] } }],
    meshes: [{ primitives: [{ attributes: { POSITION: 0 }, indices: 1, material: 0 }] }],
    accessors: [
      { bufferView: 0, componentType: 5126, count: 8, type: 'VEC3', min: [0, 0, 0], max: size },
      { bufferView: 1, componentType: 5123, count: indices.length, type: 'SCALAR' }
    ],
    bufferViews: [
      { buffer: 0, byteLength: positions.byteLength },
      { buffer: 0, byteOffset: positions.byteLength, byteLength: indices.byteLength }
    ],
    buffers: [{ byteLength: buffer.byteLength, ...(uri === undefined ? {} : { uri }) }],
    ...more
  }
  return { json: JSON.stringify(json), buffer }
}

/** The same in binary; `more` takes the place of parts of its JSON. */
export function boxGlb(size: readonly [number, number, number], more: object = {}): Uint8Array {
  const { json, buffer } = boxGltf(size, undefined, more)
  const text = new TextEncoder().encode(json.padEnd(4 * Math.ceil(json.length / 4)))
  const bytes = new Uint8Array(12 + 8 + text.length + 8 + buffer.length)
  const view = new DataView(bytes.buffer)
  const words = [0x46546c67, 2, bytes.length, text.length, 0x4e4f534a]
  for (const [i, word] of words.entries()) view.setUint32(4 * i, word, true)
  bytes.set(text, 20)
  view.setUint32(20 + text.length, buffer.length, true)
  view.setUint32(24 + text.length, 0x004e4942, true)
  bytes.set(buffer, 28 + text.length)
  return bytes
}

/** A glTF file, and the buffer that it names. */
export function boxGltfFiles(size: readonly [number, number, number], uri: string) {
  const { json, buffer } = boxGltf(size, uri)
  return { json: new TextEncoder().encode(json), buffer }
}
