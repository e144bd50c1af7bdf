/**
 * A type as TypeScript infers it of an imported JSON file, or of a literal without annotation: numbers and
 * strings of any value, arrays of any length.
 */
export type Loose<Type> = Type extends string
  ? string
  : Type extends number
    ? number
    : Type extends readonly (infer Item)[]
      ? readonly Loose<Item>[]
      : Type extends object
        ? {
            readonly [Key in keyof Type]: object extends Pick<Type, Key>
              ? Loose<Type[Key]> | undefined
              : Loose<Type[Key]>
          }
        : Type
