#pragma once

#include <compare>
#include <functional>
#include <span>
#include <vector>

#include "linkwork/program.hpp"

namespace linkwork::codegen {

using symbolic::Expression;

/// What code that serves many places may know of the numbers there: which are a constant, and which
/// equal, or are opposite to, one before them. What is left are the distinct ones.
struct Pattern {
  struct Entry {
    int distinct;   ///< place among the distinct ones; −1: a constant
    double factor;  ///< 1 or −1; the constant
    std::partial_ordering operator<=>(const Entry&) const = default;
  };
  std::vector<Entry> entries;
  std::vector<int> distinct;  ///< the entry that each of them is first
  std::partial_ordering operator<=>(const Pattern&) const = default;

  int count() const { return static_cast<int>(distinct.size()); }

  /// Of expressions: all that is constant is known.
  static Pattern of(std::span<const Expression> values);
  /// Of numbers of a mechanism: of those only 0, 1 and −1 are structure.
  static Pattern of(std::span<const double> numbers);
  /// Of sums: what is zero in both is zero, all else may be anything.
  static Pattern ofSum(const Pattern& a, const Pattern& b);
  /// Of n zeros.
  static Pattern zeros(std::size_t n) { return {std::vector<Entry>(n, Entry{-1, 0}), {}}; }

  /// All entries, from the distinct ones: `value(k, entry)`.
  std::vector<Expression> values(const std::function<Expression(int, int)>& value) const;
};

/// What an array of a kernel is.
enum class Buffer {
  numbers,    ///< of the mechanism, in the order of the revolute joints
  positions,  ///< q, v, τ and v̇ from the least entry of the joints on
  velocities,
  torques,
  accelerations,
  angles,       ///< their sines and cosines further on
  work,         ///< of revolute joints, from pass to pass
  motions,      ///< of bodies with other children, by body, as the next
  articulated,  ///< sums over their children, and the same of forces
  forces,
  increments,
};

/// What an array is, of a body or else of all revolute joints.
struct BufferEntry {
  Buffer room;
  int body;  ///< among those of the kernel
  bool operator==(const BufferEntry&) const = default;
};

/// Records a kernel.
class KernelTrace {
 public:
  static constexpr int atParent = -1;

  Expression load(Buffer room, int element, int body = 0);
  void store(Buffer room, int element, const Expression& value, int body = 0);
  void add(Buffer room, int element, const Expression& value, int body = 0);

  /// The entries that a pattern leaves to be stored, each at its own element.
  void store(Buffer room, const Pattern& pattern, std::span<const Expression> values, int from,
             int body = 0);
  std::vector<Expression> load(Buffer room, const Pattern& pattern, int from, int body = 0);

  std::vector<Expression> carried(const Pattern& pattern);
  void carry(const Pattern& pattern, std::span<const Expression> values);

  /// The kernel, without unused numbers; its arrays have no memory yet.
  struct Finished {
    symbolic::Program::Kernel kernel;
    std::vector<BufferEntry> buffers;  ///< of its arrays
    std::vector<int> usedNumbers;      ///< elements of the numbers as they were loaded
  };
  Finished finish();

 private:
  int arrayOf(Buffer room, int body);

  std::shared_ptr<symbolic::Graph> graph_ = std::make_shared<symbolic::Graph>();
  std::vector<BufferEntry> buffers_;
  symbolic::Program::Kernel kernel_;
};

}  // namespace linkwork::codegen
