#pragma once

#include <emscripten/val.h>

#include <cstdint>
#include <optional>
#include <span>
#include <string>

#include "boundary.hpp"
#include "linkwork/catalogue.hpp"
#include "linkwork/json.hpp"
#include "linkwork/mechanism.hpp"

/// What handles share: how their texts are read, and how arrays go out.
namespace linkwork::binding {

/// A mechanism of the catalogue, of which `text` has the options, or of a file.
inline Mechanism openedMechanism(const emscripten::val& catalogue, const std::string& text) {
  return catalogue.isNull() ? mechanismFromJson(text)
                            : catalogueMechanism(catalogue.as<std::string>(), text);
}

inline std::optional<NamedState> openedState(const std::string& text, const Mechanism& mechanism) {
  if (text.empty()) return std::nullopt;
  return stateFromJson(text, mechanism);
}

inline double addressOf(std::span<const double> numbers) {
  return static_cast<double>(reinterpret_cast<std::uintptr_t>(numbers.data()));
}

/// The same of an answer, which must be finite.
inline double answer(std::span<const double> numbers) {
  double sum = 0;
  for (const double number : numbers) sum += 0 * number;  // 0 · ∞ is not a number
  if (sum != 0) throw SimulationError(notFinite);
  return addressOf(numbers);
}

}  // namespace linkwork::binding
