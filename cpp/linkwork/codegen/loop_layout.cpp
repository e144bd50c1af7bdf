#include "linkwork/codegen/loop_layout.hpp"

#include <algorithm>
#include <utility>

namespace linkwork::codegen {

LoopLayout::LoopLayout(const HingeRuns& runs, bool isInverse)
    : runs_(runs),
      isInverse_(isInverse),
      angleRoom_(runs.slots() + runs.slots() % 2),
      scratch_(3 * angleRoom_) {
  const auto allot = [this](int count) { return std::exchange(scratch_, scratch_ + count); };
  carried_ = allot(2 * articulatedSize);
  work_ = allot(workSizeHere() * angleRoom_);
  floatingWork_ = allot(forceSize * static_cast<int>(runs.plan().floatingBodies().size()));
  motions_ = allot(motionSize * runs.boxes());
  sums_ = allot(sumSize() * runs.boxes());
  increments_ = allot(incrementSize * runs.boxes());
}

int LoopLayout::memoryOf(Room room, int outputs) const {
  switch (room) {
    case Room::positions:
      return 0;
    case Room::velocities:
      return 1;
    case Room::torques:
      return isInverse_ ? outputs : 2;
    case Room::accelerations:
      return isInverse_ ? 2 : outputs;
    case Room::numbers:
      return 3;
    default:
      return outputs + 1;
  }
}

bool LoopLayout::isInterleaved(Room room) {
  return room == Room::numbers || room == Room::angles || room == Room::work;
}

std::vector<int> LoopLayout::placesOf(const std::vector<RoomOf>& rooms, const Site& site) const {
  std::vector<int> places;
  for (int lane = 0; lane < site.run->lanes(); ++lane)
    for (const RoomOf& room : rooms) places.push_back(placeOf(room, site, lane));
  return places;
}

int LoopLayout::placeOf(const RoomOf& room, const Site& site, int lane) const {
  const int first = site.run->first[at(lane)] + site.first;
  const auto least = [&](int HingeRuns::Joint::*entry) {
    int result = runs_.jointsOf(first)[0].*entry;
    for (int k = 0; k < site.count; ++k)
      for (const HingeRuns::Joint& joint : runs_.jointsOf(first + k))
        result = std::min(result, joint.*entry);
    return result;
  };
  switch (room.room) {
    case Room::numbers:
      return 0;
    case Room::positions:
      return least(&HingeRuns::Joint::position);
    case Room::velocities:
    case Room::torques:
    case Room::accelerations:
      return least(&HingeRuns::Joint::velocity);
    case Room::angles:
      return runs_.slotOf(first) - lane;
    case Room::work:
      return work_ + workSizeHere() * (runs_.slotOf(first) - lane);
    default:
      return placeOfBox(room.room, room.body == KernelTrace::atParent
                                       ? site.run->parent[at(lane)]
                                       : runs_.plan().hinges()[at(first + room.body)].body);
  }
}

int LoopLayout::placeAtFloating(Room room, int floating) const {
  const hinges::FloatingBody<double>& body = runs_.plan().floatingBodies()[at(floating)];
  switch (room) {
    case Room::numbers:
      return 0;
    case Room::positions:
      return body.position;
    case Room::velocities:
    case Room::torques:
    case Room::accelerations:
      return body.velocity;
    case Room::work:
      return floatingWork_ + forceSize * floating;
    default:
      return placeOfBox(room, body.body);
  }
}

int LoopLayout::placeOfBox(Room room, int body) const {
  const int box = runs_.boxOf(body);
  if (room == Room::motions) return motions_ + motionSize * box;
  if (room == Room::increments) return increments_ + incrementSize * box;
  return sums_ + sumSize() * box;
}

}  // namespace linkwork::codegen
