// Calls from JavaScript into the embind table, as closures. Embind's own are source text that runs
// at start, which strict content security policies forbid; what it offers in their place
// (DYNAMIC_EXECUTION=0) adds 90 ns to every call, these about 10.

mergeInto(LibraryManager.library, {
  $craftInvokerFunction__deps: ['$runDestructors', '$throwBindingError'],
  // biome-ignore lint/complexity/useArrowFunction: Emscripten prints arrow functions without a name.
  $craftInvokerFunction: function (name, types, classType, invoke, target) {
    const [result, self, ...parameters] = types
    const isMethod = self !== null && classType !== null
    const count = parameters.length
    const taken = (value) => (result.name === 'void' ? undefined : result.fromWireType(value))
    if (isMethod && count === 0) {
      return function () {
        return taken(invoke(target, self.toWireType(null, this)))
      }
    }
    if (isMethod && count === 1 && parameters[0].destructorFunction === null) {
      return function (value) {
        return taken(
          invoke(target, self.toWireType(null, this), parameters[0].toWireType(null, value))
        )
      }
    }
    return function (...given) {
      if (given.length !== count) {
        throwBindingError(`${name}: expected ${count} arguments, found ${given.length}`)
      }
      const destructors = []
      const wired = isMethod ? [self.toWireType(destructors, this)] : []
      for (let i = 0; i < count; i++) wired.push(parameters[i].toWireType(destructors, given[i]))
      const value = invoke(target, ...wired)
      runDestructors(destructors)
      return taken(value)
    }
  }
})
