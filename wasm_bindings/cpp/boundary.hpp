#pragma once

#include <emscripten/val.h>

#include <cmath>
#include <cstdlib>
#include <exception>
#include <limits>
#include <new>
#include <string>
#include <type_traits>

#include "linkwork/errors.hpp"

/// Where C++ exceptions end and JavaScript errors begin. Errors are returned as values and thrown
/// by JavaScript: a JavaScript exception that unwinds through WebAssembly frames leaves the stack
/// pointer where it was, and every error would eat up stack.
namespace linkwork::binding {

inline constexpr double noNumber = std::numeric_limits<double>::quiet_NaN();

inline constexpr const char* notFinite = "the answer is not finite: a number overflowed";

/// A JavaScript Error made by the `createError` that the module was loaded with.
inline emscripten::val makeError(const char* name, const char* message, double time = noNumber) {
  return emscripten::val::module_property("createError")(std::string(name), std::string(message),
                                                         time);
}

/// The JavaScript Error for the exception being handled.
inline emscripten::val currentError() {
  try {
    throw;
  } catch (const MechanismError& mistake) {
    return makeError("MechanismError", mistake.what());
  } catch (const SimulationError& failure) {
    return makeError("SimulationError", failure.what(), failure.time());
  } catch (const std::bad_alloc&) {
    return makeError("SimulationError",
                     "there is not enough memory for this; dispose of what is no longer needed");
  } catch (const std::exception& exception) {
    return makeError("Error", exception.what());
  }
}

/// Throws std::bad_alloc unless this many bytes can be allocated: embind does not look whether the
/// memory for a string is there before it writes it.
inline void requireCapacity(double bytes) {
  void* volatile room = bytes < std::numeric_limits<std::size_t>::max()
                            ? std::malloc(static_cast<std::size_t>(bytes))
                            : nullptr;
  if (room == nullptr) throw std::bad_alloc();
  std::free(room);
}

/// The result of a call, undefined if it has none, or the error for its exception.
template <typename Call>
emscripten::val guarded(Call&& call) {
  try {
    if constexpr (std::is_void_v<decltype(call())>) {
      call();
      return emscripten::val::undefined();
    } else {
      const auto result = call();
      if constexpr (std::is_same_v<decltype(call()), std::string>)
        requireCapacity(static_cast<double>(result.size() + 2 * sizeof(std::size_t)));
      return emscripten::val(result);
    }
  } catch (...) {
    return currentError();
  }
}

/// A finite number, without the cost of a `val`: after an exception, or where it overflowed, it is
/// NaN, and `error` has the error.
template <typename Call>
double guardedNumber(emscripten::val& error, Call&& call) {
  try {
    const double number = static_cast<double>(call());
    if (!std::isfinite(number)) throw SimulationError(notFinite);
    return number;
  } catch (...) {
    error = currentError();
    return noNumber;
  }
}

}  // namespace linkwork::binding
