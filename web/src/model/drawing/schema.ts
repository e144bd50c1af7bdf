/** Parts of a JSON Schema that completion uses. */

export interface Schema {
  readonly $ref?: string
  readonly $defs?: Readonly<Record<string, Schema>>
  readonly description?: string
  readonly type?: string
  readonly const?: unknown
  readonly enum?: readonly unknown[]
  readonly default?: unknown
  readonly properties?: Readonly<Record<string, Schema | boolean>>
  readonly additionalProperties?: Schema | boolean
  readonly items?: Schema
  readonly minItems?: number
  readonly minimum?: number
  readonly required?: readonly string[]
  readonly allOf?: readonly Schema[]
  readonly oneOf?: readonly Schema[]
  readonly anyOf?: readonly Schema[]
}

/** From the document to a place in it: keys of objects and places in arrays. */
export type Path = readonly (string | number)[]

export interface Member {
  readonly key: string
  readonly description: string
  readonly isRequired: boolean
  /** A value to begin with. */
  readonly value: unknown
}

export interface Value {
  readonly value: unknown
  readonly description: string
}

/** Keys that an object at a path may have, required ones first. */
export function membersAt(root: Schema, path: Path, document: unknown): Member[] {
  const found = schemasAt(root, path, document)
  const required = new Set(found.flatMap((schema) => schema.required ?? []))
  const forbidden = closedTo(found)
  const keys = new Set(found.flatMap(({ properties = {} }) => Object.keys(properties)))
  return [...keys]
    .filter((key) => !forbidden(key))
    .map((key) => {
      const schemas = schemasAt(root, [...path, key], document)
      return {
        key,
        description: descriptionOf(schemas),
        isRequired: required.has(key),
        value: startOf(schemas)
      }
    })
    .sort((one, other) => Number(other.isRequired) - Number(one.isRequired))
}

/** Values that a place may have, where they are few. */
export function valuesAt(root: Schema, path: Path, document: unknown): Value[] {
  const values = schemasAt(root, path, document).flatMap((schema) => [
    ...('const' in schema ? [{ value: schema.const, description: schema.description ?? '' }] : []),
    ...(schema.enum ?? []).map((value) => ({ value, description: '' })),
    ...(schema.type === 'boolean' ? [true, false].map((value) => ({ value, description: '' })) : [])
  ])
  return values.filter(({ value }, i) => values.findIndex((each) => each.value === value) === i)
}

/** The description of a place by the schema. */
export function describe(root: Schema, path: Path, document: unknown): string {
  return descriptionOf(schemasAt(root, path, document))
}

/** A schema with a closed list of keys excludes keys of other schemas in `allOf`. */
function closedTo(schemas: readonly Schema[]): (key: string) => boolean {
  const closed = schemas.filter(
    ({ additionalProperties, properties }) => additionalProperties === false && properties
  )
  return (key) => closed.some(({ properties = {} }) => !(key in properties))
}

/** All schemas that hold at a path; of alternatives those that the type written there leaves. */
function schemasAt(root: Schema, path: Path, document: unknown): Schema[] {
  let present = document
  let found = unfold(root, root, present)
  for (const step of path) {
    present = (Object(present) as Record<string | number, unknown>)[step]
    found = found.flatMap((schema) => unfold(root, childOf(schema, step), present))
  }
  return found
}

function childOf(schema: Schema, step: string | number): Schema | undefined {
  if (typeof step === 'number') return schema.items
  const child = schema.properties?.[step] ?? schema.additionalProperties
  return typeof child === 'object' ? child : undefined
}

/** A schema with all that it refers to and is joined with. */
function unfold(root: Schema, schema: Schema | undefined, present: unknown): Schema[] {
  if (!schema) return []
  const referred = root.$defs?.[schema.$ref?.replace('#/$defs/', '') ?? '']
  const joined = [
    ...(schema.allOf ?? []),
    ...(schema.anyOf ?? []),
    ...alternatives(schema, present)
  ]
  return [
    schema,
    ...unfold(root, referred, present),
    ...joined.flatMap((each) => unfold(root, each, present))
  ]
}

function alternatives({ oneOf = [] }: Schema, present: unknown): readonly Schema[] {
  const { type } = Object(present) as { type?: unknown }
  const typeOf = ({ properties }: Schema) => (Object(properties?.['type']) as Schema).const
  const named = oneOf.filter((each) => typeOf(each) === type)
  return type !== undefined && named.length > 0 ? named : oneOf
}

function descriptionOf(schemas: readonly Schema[]): string {
  return schemas.find(({ description }) => description)?.description ?? ''
}

function startOf(schemas: readonly Schema[]): unknown {
  const has = (key: keyof Schema) => schemas.find((schema) => key in schema)?.[key]
  const found = has('default') ?? has('const')
  if (found !== undefined) return found
  switch (has('type')) {
    case 'array':
      return Array.from(
        { length: has('items') && Number(has('minItems') ?? 0) > 1 ? 3 : 0 },
        () => 0
      )
    case 'object':
      return {}
    case 'number':
    case 'integer':
      return Math.max(Number(has('minimum') ?? 0), 0)
    case 'boolean':
      return true
    default:
      return has('properties') ? {} : ''
  }
}
