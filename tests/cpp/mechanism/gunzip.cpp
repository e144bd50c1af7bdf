#include "gunzip.hpp"

#include <array>
#include <cstdint>
#include <stdexcept>

namespace linkwork::test {
namespace {

void require(bool holds, const char* what) {
  if (!holds) throw std::runtime_error(std::string("gzip file: ") + what);
}

/// Bits of a byte string, lowest bit of each byte first.
class BitStream {
 public:
  explicit BitStream(std::string_view bytes) : bytes_(bytes) {}

  std::uint32_t byte() {
    require(next_ < bytes_.size(), "cut off");
    return static_cast<unsigned char>(bytes_[next_++]);
  }
  std::uint32_t take(int count) {
    for (; held_ < count; held_ += 8) bits_ |= byte() << held_;
    const std::uint32_t value = bits_ & ((1U << count) - 1U);
    bits_ >>= count;
    held_ -= count;
    return value;
  }
  void toWholeByte() { bits_ = static_cast<std::uint32_t>(held_ = 0); }

 private:
  std::string_view bytes_;
  std::size_t next_ = 0;
  std::uint32_t bits_ = 0;
  int held_ = 0;  ///< bits of bits_, fewer than eight between calls
};

/// A canonical Huffman code: symbols in the order of their code words, distinguished by length.
class HuffmanCode {
 public:
  explicit HuffmanCode(std::string_view lengths) {
    for (const char length : lengths) ++count_[static_cast<std::size_t>(length)];
    count_[0] = 0;
    std::array<std::size_t, maxLength + 2> start{};
    for (std::size_t l = 1; l <= maxLength; ++l) start[l + 1] = start[l] + count_[l];
    symbols_.resize(lengths.size());
    for (std::size_t symbol = 0; symbol < lengths.size(); ++symbol)
      if (const auto length = static_cast<std::size_t>(lengths[symbol]))
        symbols_[start[length]++] = static_cast<char16_t>(symbol);
  }

  std::uint32_t decode(BitStream& in) const {
    std::uint32_t word = 0, first = 0, index = 0;  // first: the first code word of this length
    for (std::size_t length = 1; length <= maxLength; ++length) {
      word |= in.take(1);
      if (word - first < count_[length]) return symbols_[index + word - first];
      index += count_[length];
      first = (first + count_[length]) << 1U;
      word <<= 1U;
    }
    throw std::runtime_error("gzip file: no such code word");
  }

 private:
  static constexpr std::size_t maxLength = 15;
  std::array<std::uint32_t, maxLength + 1> count_{};
  std::u16string symbols_;
};

void copyStored(BitStream& in, std::string& out) {
  in.toWholeByte();
  const std::uint32_t size = in.take(16);
  require((in.take(16) ^ size) == 0xffffU, "a stored block of two sizes");
  for (std::uint32_t i = 0; i < size; ++i) out += static_cast<char>(in.byte());
}

/// A copy of earlier output has a length and a distance. Each is a base, whose step doubles every
/// four (lengths) or two (distances) symbols, plus extra bits.
void inflateBlock(BitStream& in, const HuffmanCode& literals, const HuffmanCode& distances,
                  std::string& out) {
  const auto number = [&in](std::uint32_t symbol, int perDoubling) {
    const int extra = static_cast<int>(symbol >> perDoubling) - 1;
    if (extra <= 0) return symbol;
    const std::uint32_t steps = (1U << perDoubling) | (symbol & ((1U << perDoubling) - 1U));
    return (steps << extra) + in.take(extra);
  };
  for (std::uint32_t symbol = literals.decode(in); symbol != 256; symbol = literals.decode(in)) {
    if (symbol < 256) {
      out += static_cast<char>(symbol);
      continue;
    }
    const std::uint32_t length = symbol == 285 ? 258 : 3 + number(symbol - 257, 2);
    const std::uint32_t distance = 1 + number(distances.decode(in), 1);
    require(distance <= out.size(), "a copy from before its start");
    for (std::uint32_t i = 0; i < length; ++i) out += out[out.size() - distance];
  }
}

void inflateFixed(BitStream& in, std::string& out) {
  const std::string lengths =
      std::string(144, 8) + std::string(112, 9) + std::string(24, 7) + std::string(8, 8);
  inflateBlock(in, HuffmanCode(lengths), HuffmanCode(std::string(30, 5)), out);
}

void inflateDynamic(BitStream& in, std::string& out) {
  const std::size_t literals = in.take(5) + 257, distances = in.take(5) + 1, meta = in.take(4) + 4;
  static constexpr std::array<unsigned char, 19> order{16, 17, 18, 0, 8,  7, 9,  6, 10, 5,
                                                       11, 4,  12, 3, 13, 2, 14, 1, 15};
  std::string metaLengths(order.size(), 0);
  for (std::size_t i = 0; i < meta; ++i) metaLengths[order[i]] = static_cast<char>(in.take(3));
  const HuffmanCode code(metaLengths);
  std::string lengths;
  while (lengths.size() < literals + distances) {
    const std::uint32_t symbol = code.decode(in);
    if (symbol < 16) {
      lengths += static_cast<char>(symbol);
    } else if (symbol == 16) {
      require(!lengths.empty(), "a repetition of nothing");
      lengths.append(3 + in.take(2), lengths.back());
    } else {
      lengths.append(symbol == 17 ? 3 + in.take(3) : 11 + in.take(7), 0);
    }
  }
  require(lengths.size() == literals + distances, "code lengths beyond their end");
  inflateBlock(in, HuffmanCode(std::string_view(lengths).substr(0, literals)),
               HuffmanCode(std::string_view(lengths).substr(literals)), out);
}

std::uint32_t checksum(std::string_view bytes) {
  std::uint32_t crc = ~0U;
  for (const char byte : bytes) {
    crc ^= static_cast<unsigned char>(byte);
    for (int bit = 0; bit < 8; ++bit) crc = (crc >> 1U) ^ (crc & 1U ? 0xedb88320U : 0U);
  }
  return ~crc;
}

}  // namespace

std::string gunzip(std::string_view file) {
  constexpr std::string_view header{"\x1f\x8b\x08\x00", 4};  // deflate, no optional fields
  require(file.size() > 18 && file.starts_with(header), "an unknown header");
  BitStream in(file.substr(10));
  std::string out;
  for (bool isLast = false; !isLast;) {
    isLast = in.take(1) == 1;
    switch (in.take(2)) {
      case 0:
        copyStored(in, out);
        break;
      case 1:
        inflateFixed(in, out);
        break;
      case 2:
        inflateDynamic(in, out);
        break;
      default:
        require(false, "an unknown kind of block");
    }
  }
  in.toWholeByte();
  const std::uint32_t low = in.take(16);
  require((in.take(16) << 16U | low) == checksum(out), "its checksum differs");
  return out;
}

}  // namespace linkwork::test
