#pragma once

#include <cstddef>
#include <cstdint>

/// libFuzzer's mutations on JSON texts as trees: values, keys, types, lengths and names change, so
/// that most results still get past the reader. Texts that are no JSON change byte by byte.
namespace linkwork::fuzz {

/// As LLVMFuzzerCustomMutator.
std::size_t mutateJson(std::uint8_t* data, std::size_t size, std::size_t maxSize, unsigned seed);

/// As LLVMFuzzerCustomCrossOver: a piece of the second into a like place of the first.
std::size_t crossJson(const std::uint8_t* first, std::size_t firstSize, const std::uint8_t* second,
                      std::size_t secondSize, std::uint8_t* out, std::size_t maxSize,
                      unsigned seed);

}  // namespace linkwork::fuzz
