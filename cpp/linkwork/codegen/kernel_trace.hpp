#pragma once

#include <compare>
#include <functional>
#include <span>
#include <vector>

#include "linkwork/program.hpp"

namespace linkwork::codegen {

using symbolic::Expression;

/// Structure of the numbers that code for several sites may assume: which are constant, and which
/// are equal or opposite to an earlier one. The others are distinct.
struct Pattern {
  struct Entry {
    int distinct;   ///< index among the distinct ones; −1: a constant
    double factor;  ///< 1 or −1; the constant
    std::partial_ordering operator<=>(const Entry&) const = default;
  };
  std::vector<Entry> entries;
  std::vector<int> distinct;  ///< first entry of each distinct number
  std::partial_ordering operator<=>(const Pattern&) const = default;

  int count() const { return static_cast<int>(distinct.size()); }

  /// Pattern of expressions: all constants are structure.
  static Pattern of(std::span<const Expression> values);
  /// Pattern of numbers of a mechanism: only 0, 1 and −1 are structure.
  static Pattern of(std::span<const double> numbers);
  /// Pattern of sums: only entries that are zero in both are zero.
  static Pattern ofSum(const Pattern& a, const Pattern& b);
  /// Pattern of n zeros.
  static Pattern zeros(std::size_t n) { return {std::vector<Entry>(n, Entry{-1, 0}), {}}; }

  /// All entries, from the distinct ones: `value(k, entry)`.
  std::vector<Expression> values(const std::function<Expression(int, int)>& value) const;
};

/// Contents of an array of a kernel.
enum class Buffer {
  numbers,    ///< of the mechanism, in the order of the revolute joints
  positions,  ///< q, v, τ and v̇, each from the first entry of the joints on
  velocities,
  torques,
  accelerations,
  angles,       ///< followed by their sines and cosines
  work,         ///< of revolute joints, between passes
  motions,      ///< of bodies with other children; by body, as the next
  articulated,  ///< sums over their children, and the same for forces
  forces,
  increments,
};

/// Contents of an array, of one body or of all revolute joints.
struct BufferEntry {
  Buffer kind;
  int body;  ///< among those of the kernel
  bool operator==(const BufferEntry&) const = default;
};

/// Records a kernel.
class KernelTrace {
 public:
  static constexpr int atParent = -1;

  Expression load(Buffer buffer, int element, int body = 0);
  void store(Buffer buffer, int element, const Expression& value, int body = 0);
  void add(Buffer buffer, int element, const Expression& value, int body = 0);

  /// Stores the distinct entries of a pattern, each at its own element.
  void store(Buffer buffer, const Pattern& pattern, std::span<const Expression> values, int from,
             int body = 0);
  std::vector<Expression> load(Buffer buffer, const Pattern& pattern, int from, int body = 0);

  std::vector<Expression> carried(const Pattern& pattern);
  void carry(const Pattern& pattern, std::span<const Expression> values);

  /// The kernel, without unused numbers; its arrays are not yet assigned to memory.
  struct Finished {
    symbolic::Program::Kernel kernel;
    std::vector<BufferEntry> buffers;  ///< of its arrays
    std::vector<int> usedNumbers;      ///< elements of the numbers that are loaded
  };
  Finished finish();

 private:
  int arrayOf(Buffer buffer, int body);

  std::shared_ptr<symbolic::Graph> graph_ = std::make_shared<symbolic::Graph>();
  std::vector<BufferEntry> buffers_;
  symbolic::Program::Kernel kernel_;
};

}  // namespace linkwork::codegen
