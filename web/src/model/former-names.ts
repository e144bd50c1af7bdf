// The names in addresses and in the browser's storage that earlier versions of the page wrote.
import formerNames from './former-names.json' with { type: 'json' }

export { formerNames }

/** Returns the present name of a former one; other names are unchanged. */
export const presentName = (name: string, names: Readonly<Record<string, string>>): string =>
  Object.hasOwn(names, name) ? (names[name] as string) : name

/** Returns a copy of the object with present names. */
export const withPresentNames = (object: object, names: Readonly<Record<string, string>>): object =>
  Object.fromEntries(
    Object.entries(object).map(([name, value]) => [presentName(name, names), value])
  )
