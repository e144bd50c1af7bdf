#pragma once

#include "linkwork/codegen/hinge_kernels.hpp"

namespace linkwork::codegen {

/// Hinges of a run: those from its place `first` on.
struct Site {
  const HingeRuns::Run* run;
  int first, count;
};

/// Where the rooms of kernels are: what the memories of a program hold of every hinge and body.
class LoopLayout {
 public:
  /// Of forward dynamics, or of inverse.
  LoopLayout(const HingeRuns& runs, bool isInverse);

  /// Sizes and places in scratch, as in Program.
  int angleRoom() const { return angleRoom_; }
  int carried() const { return carried_; }
  int scratch() const { return scratch_; }

  /// Input array; `outputs` and the next are the memories after them.
  int memoryOf(Room room, int outputs) const;
  static bool isInterleaved(Room room);

  /// Of the rooms of a kernel at a site, lane after lane; numbers at 0.
  std::vector<int> placesOf(const std::vector<RoomOf>& rooms, const Site& site) const;
  int placeOf(const RoomOf& room, const Site& site, int lane) const;
  int placeAtFloating(Room room, int floating) const;
  /// The first sum; one follows the other.
  int sums() const { return sums_; }
  /// Entries of what a body sums up: inertia and force, or force.
  int sumSize() const { return isInverse_ ? forceSize : articulatedSize; }

 private:
  static constexpr int motionSize = 9, articulatedSize = 27, incrementSize = 6, forceSize = 6;

  int workSizeHere() const { return runs_.hasGears() ? gearedWorkSize : workSize; }
  int placeOfBox(Room room, int body) const;

  const HingeRuns& runs_;
  const bool isInverse_;
  int angleRoom_, carried_, work_, floatingWork_, motions_, sums_, increments_, scratch_;
};

}  // namespace linkwork::codegen
