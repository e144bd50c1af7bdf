// libFuzzer's hooks of the targets whose inputs are JSON.
#include "json_mutator.hpp"

extern "C" std::size_t LLVMFuzzerCustomMutator(std::uint8_t* data, std::size_t size,
                                               std::size_t maxSize, unsigned seed) {
  return linkwork::fuzz::mutateJson(data, size, maxSize, seed);
}

extern "C" std::size_t LLVMFuzzerCustomCrossOver(const std::uint8_t* first, std::size_t firstSize,
                                                 const std::uint8_t* second, std::size_t secondSize,
                                                 std::uint8_t* out, std::size_t maxSize,
                                                 unsigned seed) {
  return linkwork::fuzz::crossJson(first, firstSize, second, secondSize, out, maxSize, seed);
}
