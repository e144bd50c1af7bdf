#pragma once

#include <span>

#include "linkwork/program.hpp"

namespace linkwork::symbolic::wasm {

/// What a program's nodes are to its code: in what order and in which function of the module (part)
/// they are computed, and where in scratch later parts find them.
///
/// Sines and cosines of angles that depend on no other sine or cosine come first: the early parts
/// compute those angles, then all of their sines and cosines are worked out at once.
/// Scratch holds the angles, their sines, their cosines, then what parts leave to later parts.
class Schedule {
 public:
  /// Parts of at most `length` nodes.
  Schedule(const Program& program, int length);

  const Program& program() const { return program_; }
  const NodeData& operator[](Node node) const { return (*program_.graph)[node]; }
  bool calls(Operation operation) const { return calls_[static_cast<std::size_t>(operation)]; }

  int parts() const { return static_cast<int>(starts_.size()) - 1; }
  int earlyParts() const { return earlyParts_; }
  /// What a part computes, operands first.
  std::span<const Node> nodesOf(int part) const {
    return {order_.data() + starts_[at(part)], order_.data() + starts_[at(part) + 1]};
  }
  /// The part that computes a node; −1 for those that every part finds in memory or in the code:
  /// constants, inputs, sines and cosines of early angles.
  int partOf(Node node) const { return of(node).part; }

  const std::vector<Node>& earlyAngles() const { return earlyAngles_; }
  /// Entries for angles in scratch; an even number.
  int angleCount() const { return angleCount_; }
  /// The entry of an argument of sines and cosines.
  int angleOf(Node argument) const { return of(argument).angle; }
  /// The entry of scratch where later parts find a node; −1 if none asks.
  int slotOf(Node node) const { return of(node).slot; }
  std::size_t scratchSize() const { return static_cast<std::size_t>(scratchSize_); }

 private:
  struct Place {
    bool isNeeded = false;
    bool isEarly = false;  ///< an early angle depends on it
    int depth = 0;         ///< sines and cosines between it and the inputs
    int angle = -1;
    int part = -1;
    int lastPart = -1;  ///< that uses it
    int slot = -1;
  };

  static std::size_t at(int index) { return static_cast<std::size_t>(index); }
  const Place& of(Node node) const { return places_[at(node)]; }
  Place& of(Node node) { return places_[at(node)]; }
  template <typename Visit>
  void eachOperand(Node node, Visit visit) const {
    for (int i = 0; i < operandCount((*this)[node].operation); ++i)
      visit((*this)[node].operands[i]);
  }

  void findNeeded();
  void findAngles();
  void split(int length);
  void allotSlots();

  const Program& program_;
  std::vector<Place> places_;
  std::vector<bool> calls_;
  std::vector<Node> earlyAngles_, order_;
  std::vector<std::size_t> starts_;  ///< of parts in order_, and the end
  int earlyParts_ = 0, angleCount_ = 0, scratchSize_ = 0;
};

/// Whether an operation is a sine or a cosine.
bool isTrigonometric(Operation operation);

}  // namespace linkwork::symbolic::wasm
