#pragma once

#include <emscripten/val.h>

#include <exception>
#include <limits>
#include <string>
#include <type_traits>

#include "linkwork/mechanism/errors.hpp"

/// Where C++ exceptions end and JavaScript errors begin.
namespace linkwork::binding {

/// A JavaScript Error made by the `createError` that the module was loaded with.
inline emscripten::val error(const char* name, const char* message,
                             double time = std::numeric_limits<double>::quiet_NaN()) {
  return emscripten::val::module_property("createError")(std::string(name), std::string(message),
                                                         time);
}

/// The result of a call, undefined if it has none, or the JavaScript Error that stands for its
/// exception. The error is returned, not thrown: a JavaScript exception that unwinds through
/// WebAssembly frames leaves the stack pointer where it was, and every error would eat up stack.
template <typename Call>
emscripten::val guarded(Call&& call) {
  try {
    if constexpr (std::is_void_v<decltype(call())>) {
      call();
      return emscripten::val::undefined();
    } else {
      return emscripten::val(call());
    }
  } catch (const MechanismError& mistake) {
    return error("MechanismError", mistake.what());
  } catch (const SimulationError& failure) {
    return error("SimulationError", failure.what(), failure.time());
  } catch (const std::exception& exception) {
    return error("Error", exception.what());
  }
}

}  // namespace linkwork::binding
