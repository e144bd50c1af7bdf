#pragma once

#include <ctime>
#include <span>
#include <string_view>
#include <utility>

#include "linkwork/errors.hpp"

/// Laws for every input of the library. A violation ends the process, which makes libFuzzer
/// keep the input.
namespace linkwork::fuzz {

/// Says what was broken and ends the process.
[[noreturn]] void fail(std::string_view what);

void require(bool holds, std::string_view what);
void requireFinite(std::span<const double> numbers, std::string_view what);
void requireFinite(double number, std::string_view what);

/// Whether the act succeeded; false if it was refused by an error of the library. Errors of other
/// classes leave, and end the process.
template <typename Act>
bool isAccepted(Act&& act) {
  try {
    std::forward<Act>(act)();
    return true;
  } catch (const MechanismError&) {
  } catch (const SimulationError&) {
  }
  return false;
}

/// Runs an act that may be refused: at most 5 s, of the processor, which others may use too; six
/// times as long here, under sanitizers: what computes most, dense elimination, takes 6.2 times as
/// long as optimized.
template <typename Act>
void runInTime(Act&& act) {
  const std::clock_t start = std::clock();
  isAccepted(std::forward<Act>(act));
  require(std::clock() - start < 30 * CLOCKS_PER_SEC, "an input takes at most 30 s");
}

}  // namespace linkwork::fuzz
