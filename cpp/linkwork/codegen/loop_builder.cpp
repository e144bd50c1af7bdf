#include "linkwork/codegen/loop_builder.hpp"

#include <algorithm>
#include <utility>

#include "linkwork/dynamics/single_coordinates.hpp"

namespace linkwork::codegen {

using symbolic::LoopProgram;

namespace {

constexpr int motionSize = 9, articulatedSize = 27, incrementSize = 6, forceSize = 6;

bool isInterleaved(Room room) {
  return room == Room::numbers || room == Room::angles || room == Room::work;
}

}  // namespace

LoopBuilder::LoopBuilder(const HingeRuns& runs, std::vector<symbolic::Program::Array> inputs)
    : runs_(runs),
      incoming_(runs.plan().hinges().size()),
      work_(runs.plan().hinges().size()),
      left_(runs.plan().hinges().size()),
      floatingWork_(runs.plan().floatingBodies().size()) {
  program_.inputs = std::move(inputs);
  program_.inputs.push_back({"parameters", 0, {}});
  program_.angles = runs.slots();
  program_.angleRoom = runs.slots() + runs.slots() % 2;
  program_.scratch = 3 * program_.angleRoom;
  const auto allot = [&](int count) {
    return std::exchange(program_.scratch, program_.scratch + count);
  };
  program_.carried = allot(2 * articulatedSize);
  workPlace_ = allot((runs.hasGears() ? gearedWorkSize : workSize) * program_.angleRoom);
  floatingPlace_ = allot(forceSize * static_cast<int>(floatingWork_.size()));
  motionsPlace_ = allot(motionSize * runs.boxes());
  articulatedPlace_ = allot(articulatedSize * runs.boxes());
  incrementsPlace_ = allot(incrementSize * runs.boxes());
}

int LoopBuilder::memoryOf(Room room) const {
  switch (room) {
    case Room::positions:
      return 0;
    case Room::velocities:
      return 1;
    case Room::torques:
      return 2;
    case Room::numbers:
      return 3;
    case Room::accelerations:
      return program_.outputsMemory();
    default:
      return program_.scratchMemory();
  }
}

// ——— What the blocks are ———

Block LoopBuilder::blockAt(Pass pass, const Site& site) const {
  const Run& run = *site.run;
  const bool isInward = pass == Pass::inward;
  const int first = run.first[0] + site.first, last = first + site.count - 1;
  Block block{pass,
              run.lanes(),
              site.first == 0,
              site.first + site.count == run.count,
              run.parent == ground,
              incoming_[at(isInward ? last : first)],
              {}};
  const HingeRuns::Joint least{placeOf({Room::positions, 0}, site, 0),
                               placeOf({Room::velocities, 0}, site, 0)};
  for (int i = first; i <= last; ++i) {
    const hinges::PlannedHinge& hinge = runs_.plan().hinges()[at(i)];
    Block::Hinge here{runs_.kindOf(i), hinge.carriesOthers, {}, {}, {}};
    if (pass != Pass::outward) here.work = work_[at(i)];
    if (isInward && hinge.carriesOthers) here.box = articulated_.at(hinge.body);
    for (const HingeRuns::Joint& joint : runs_.jointsOf(i))
      here.joints.push_back({joint.position - least.position, joint.velocity - least.velocity});
    block.hinges.push_back(std::move(here));
  }
  return block;
}

const BlockCode& LoopBuilder::codeOf(const Block& block) {
  const auto found = codes_.find(block);
  if (found != codes_.end()) return found->second;
  return codes_.emplace(block, blockCode(block, runs_, program_.angleRoom)).first->second;
}

void LoopBuilder::followPatterns(Pass pass, const Run& run) {
  const bool isInward = pass == Pass::inward;
  std::map<int, Pattern>& boxes = pass == Pass::outward ? motions_ : increments_;
  Pattern passed = Pattern::zeros(0);
  if (!isInward && run.parent != ground) passed = boxes.at(run.parent);
  for (int k = 0; k < run.count; ++k) {
    const Site site{&run, isInward ? run.count - 1 - k : k, 1};
    const int hinge = run.first[0] + site.first;
    const int body = runs_.plan().hinges()[at(hinge)].body;
    incoming_[at(hinge)] = passed;
    if (isInward) articulated_.try_emplace(body, Pattern::zeros(articulatedSize));
    const BlockCode& code = codeOf(blockAt(pass, site));
    passed = code.outgoing;
    if (pass != Pass::accelerate) left_[at(hinge)] = code.work[0];
    if (!isInward && runs_.boxOf(body) >= 0) boxes[body] = code.boxes[0];
  }
  if (isInward && run.parent != ground) {
    const auto [sum, isNew] = articulated_.try_emplace(run.parent, Pattern::zeros(articulatedSize));
    sum->second = Pattern::ofSum(sum->second, passed);
  }
}

// ——— Which of them are rounds of a loop ———

void LoopBuilder::addLoops(Pass pass, const Run& run) {
  for (int done = 0; done < run.count;) {
    const Rounds found = longestRounds(pass, run, done);
    addLoop(pass, found);
    done += found.rounds * found.site.count;
  }
}

LoopBuilder::Rounds LoopBuilder::longestRounds(Pass pass, const Run& run, int done) {
  constexpr int longestBlock = 4;
  const auto siteAt = [&](int from, int count) {
    return Site{&run, pass == Pass::inward ? run.count - from - count : from, count};
  };
  Rounds best{siteAt(done, 1), 1};
  for (int count = 1; count <= longestBlock && done + 2 * count <= run.count; ++count) {
    Rounds here{siteAt(done, count), 1};
    const Block block = blockAt(pass, here.site);
    std::vector<int> before, stride;
    for (int from = done + count; from + count <= run.count; from += count) {
      const Site site = siteAt(from, count);
      if (blockAt(pass, site) != block) break;
      const BlockCode& code = codeOf(block);
      if (before.empty()) before = placesOf(code, here.site);
      std::vector<int> places = placesOf(code, site), further = places;
      for (std::size_t i = 0; i < places.size(); ++i) further[i] -= before[i];
      if (here.rounds > 1 && further != stride) break;
      stride = std::move(further);
      before = std::move(places);
      ++here.rounds;
    }
    if (here.rounds > 1 && here.rounds * count > best.rounds * best.site.count) best = here;
    if (best.rounds * best.site.count == run.count - done) break;
  }
  return best;
}

void LoopBuilder::addLoop(Pass pass, const Rounds& found) {
  const Block block = blockAt(pass, found.site);
  const BlockCode& code = codeOf(block);
  const int forth = (pass == Pass::inward ? -1 : 1) * found.site.count;
  std::vector<std::vector<double>> numbers;
  for (int i = 0; i < found.rounds; ++i) {
    Site site = found.site;
    site.first += i * forth;
    numbers.push_back(numbersOf(code, site));
  }
  const bool isUniform = std::equal(numbers.begin() + 1, numbers.end(), numbers.begin());
  int numbersPlace = 0, numbersStride = 0;
  if (isUniform) {
    numbersPlace = placeOfNumbers(numbers[0]);
  } else {
    numbersPlace = static_cast<int>(parameters_.size());
    numbersStride = static_cast<int>(numbers[0].size());
    for (const std::vector<double>& each : numbers)
      parameters_.insert(parameters_.end(), each.begin(), each.end());
  }

  LoopProgram::Loop loop{0, found.rounds, placesOf(code, found.site)};
  std::vector<int> strides(loop.first.size());
  if (found.rounds > 1) {
    Site next = found.site;
    next.first += forth;
    strides = placesOf(code, next);
    for (std::size_t i = 0; i < strides.size(); ++i) strides[i] -= loop.first[i];
  }
  const std::size_t arrays = code.code.rooms.size();
  for (std::size_t i = 0; i < loop.first.size(); ++i)
    if (code.code.rooms[i % arrays].room == Room::numbers) {
      loop.first[i] = numbersPlace;
      strides[i] = numbersStride;
    }
  std::vector<int> key = strides;
  key.push_back(found.rounds > 1);
  const auto [kernel, isNew] =
      kernels_.try_emplace({block, key}, static_cast<int>(program_.kernels.size()));
  if (isNew) addKernel(code.code, block.lanes, strides, found.rounds > 1);
  loop.kernel = kernel->second;
  program_.loops.push_back(std::move(loop));
}

void LoopBuilder::addKernel(const KernelTrace::Finished& code, int lanes,
                            const std::vector<int>& strides, bool repeats) {
  LoopProgram::Kernel kernel = code.kernel;
  for (std::size_t i = 0; i < code.rooms.size(); ++i) {
    const Room room = code.rooms[i].room;
    kernel.arrays.push_back({memoryOf(room), strides[i], lanes > 1 && isInterleaved(room)});
  }
  kernel.lanes = lanes;
  kernel.repeats = repeats;
  program_.kernels.push_back(std::move(kernel));
}

// ——— Where everything is ———

std::vector<int> LoopBuilder::placesOf(const BlockCode& code, const Site& site) const {
  std::vector<int> places;
  for (int lane = 0; lane < site.run->lanes(); ++lane)
    for (const RoomOf& room : code.code.rooms) places.push_back(placeOf(room, site, lane));
  return places;
}

int LoopBuilder::placeOf(const RoomOf& room, const Site& site, int lane) const {
  const int first = site.run->first[at(lane)] + site.first;
  const auto least = [&](int HingeRuns::Joint::*entry) {
    int result = runs_.jointsOf(first)[0].*entry;
    for (int k = 0; k < site.count; ++k)
      for (const HingeRuns::Joint& joint : runs_.jointsOf(first + k))
        result = std::min(result, joint.*entry);
    return result;
  };
  const auto box = [&] {
    const int body = room.body == KernelTrace::atParent
                         ? site.run->parent
                         : runs_.plan().hinges()[at(first + room.body)].body;
    return runs_.boxOf(body);
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
      return workPlace_ +
             (runs_.hasGears() ? gearedWorkSize : workSize) * (runs_.slotOf(first) - lane);
    case Room::motions:
      return motionsPlace_ + motionSize * box();
    case Room::articulated:
      return articulatedPlace_ + articulatedSize * box();
    case Room::increments:
      return incrementsPlace_ + incrementSize * box();
  }
  return 0;
}

/// Those that the code asks for, the lanes alternating.
std::vector<double> LoopBuilder::numbersOf(const BlockCode& code, const Site& site) const {
  std::vector<std::vector<double>> lanes;
  for (const int first : site.run->first) {
    std::vector<double>& all = lanes.emplace_back();
    for (int k = 0; k < site.count; ++k) {
      const std::vector<double>& of = runs_.numbersOf(first + site.first + k);
      all.insert(all.end(), of.begin(), of.end());
    }
  }
  std::vector<double> result;
  for (const int element : code.code.usedNumbers)
    for (const std::vector<double>& lane : lanes) result.push_back(lane[at(element)]);
  return result;
}

int LoopBuilder::placeOfNumbers(const std::vector<double>& numbers) {
  const auto [place, isNew] =
      knownNumbers_.try_emplace(numbers, static_cast<int>(parameters_.size()));
  if (isNew) parameters_.insert(parameters_.end(), numbers.begin(), numbers.end());
  return place->second;
}

// ——— The passes ———

void LoopBuilder::turn() {
  struct Angle {
    int slot, position;
    double start;
  };
  std::vector<Angle> angles;
  for (std::size_t i = 0; i < runs_.plan().hinges().size(); ++i) {
    const hinges::PlannedHinge hinge = withoutRounding(runs_.plan().hinges()[i]);
    angles.push_back({runs_.slotOf(static_cast<int>(i)), hinge.start.position, hinge.start.angle});
  }
  std::map<std::vector<int>, int> known;
  for (std::size_t first = 0, end = 0; first < angles.size(); first = end) {
    const bool turns =
        angles[first].start != 0;  // steps from hinge to hinge that are alike: a loop
    const auto stepTo = [&](std::size_t i) {
      return std::pair(angles[i].slot - angles[i - 1].slot,
                       angles[i].position - angles[i - 1].position);
    };
    for (end = first + 1; end < angles.size(); ++end)
      if (stepTo(end) != stepTo(first + 1) || (angles[end].start != 0) != turns) break;
    const bool repeats = end - first > 1;
    const auto [slot, position] = repeats ? stepTo(first + 1) : std::pair(0, 0);

    KernelTrace trace;
    Expression angle = trace.load(Room::positions, 0);
    if (turns) angle += trace.load(Room::numbers, 0);
    trace.store(Room::angles, 0, angle);
    const KernelTrace::Finished code = trace.finish();
    LoopProgram::Loop loop{0, static_cast<int>(end - first), {}};
    std::vector<int> strides;
    for (const RoomOf& room : code.rooms) {
      const bool isNumber = room.room == Room::numbers, isAngle = room.room == Room::angles;
      loop.first.push_back(isNumber  ? static_cast<int>(parameters_.size())
                           : isAngle ? angles[first].slot
                                     : angles[first].position);
      strides.push_back(isNumber ? (repeats ? 1 : 0) : isAngle ? slot : position);
    }
    if (turns)
      for (std::size_t i = first; i < end; ++i) parameters_.push_back(angles[i].start);
    std::vector<int> key = strides;
    key.push_back(repeats);
    const auto [kernel, isNew] = known.try_emplace(key, static_cast<int>(program_.kernels.size()));
    if (isNew) addKernel(code, 1, strides, repeats);
    loop.kernel = kernel->second;
    program_.turns.push_back(std::move(loop));
  }
}

void LoopBuilder::forwardDynamics() {
  if (runs_.boxes() > 0) {
    KernelTrace trace;
    for (int i = 0; i < articulatedSize; ++i) trace.store(Room::articulated, i, 0);
    addOnce(trace.finish(), {articulatedPlace_}, runs_.boxes(), {articulatedSize});
  }
  const std::vector<HingeRuns::Item>& items = runs_.items();
  const auto add = [&](Pass pass, const HingeRuns::Item& item) {
    if (item.floating >= 0) return addFloating(pass, item.floating);
    followPatterns(pass, item.run);
    addLoops(pass, item.run);
  };
  for (const HingeRuns::Item& item : items) add(Pass::outward, item);
  work_ = left_;
  for (auto item = items.rbegin(); item != items.rend(); ++item) add(Pass::inward, *item);
  work_ = left_;
  for (const HingeRuns::Item& item : items)
    if (item.floating < 0) add(Pass::accelerate, item);
  KernelTrace trace;
  trace.store(Room::accelerations, 0, 1);  // the guard: it always serves
  addOnce(trace.finish(), {runs_.tree().velocitySize()}, 1, {0});
}

void LoopBuilder::addFloating(Pass pass, int floating) {
  const hinges::FloatingBody<double>& body = runs_.plan().floatingBodies()[at(floating)];
  const bool isOutward = pass == Pass::outward;
  Pattern& work = floatingWork_[at(floating)];
  const BlockCode code =
      isOutward
          ? floatingOutward(runs_, floating)
          : floatingInward(
                runs_, floating, work,
                articulated_.try_emplace(body.body, Pattern::zeros(articulatedSize)).first->second);
  (isOutward ? motions_ : increments_)[body.body] = code.outgoing;
  if (isOutward) work = code.work[0];
  const std::vector<double> all = floatingNumbers(runs_, floating);
  std::vector<double> numbers;
  for (const int element : code.code.usedNumbers) numbers.push_back(all[at(element)]);
  std::vector<int> first;
  for (const RoomOf& room : code.code.rooms) switch (room.room) {
      case Room::positions:
        first.push_back(body.position);
        break;
      case Room::numbers:
        first.push_back(placeOfNumbers(numbers));
        break;
      case Room::work:
        first.push_back(floatingPlace_ + forceSize * floating);
        break;
      case Room::motions:
        first.push_back(motionsPlace_ + motionSize * runs_.boxOf(body.body));
        break;
      case Room::articulated:
        first.push_back(articulatedPlace_ + articulatedSize * runs_.boxOf(body.body));
        break;
      case Room::increments:
        first.push_back(incrementsPlace_ + incrementSize * runs_.boxOf(body.body));
        break;
      default:
        first.push_back(body.velocity);
    }
  addOnce(code.code, first, 1, std::vector<int>(first.size()));
}

void LoopBuilder::addOnce(const KernelTrace::Finished& code, const std::vector<int>& first,
                          int rounds, const std::vector<int>& strides) {
  addKernel(code, 1, strides, rounds > 1);
  program_.loops.push_back({static_cast<int>(program_.kernels.size()) - 1, rounds, first});
}

symbolic::LoopProgram LoopBuilder::finish(const char* name) {
  program_.name = name;
  program_.outputs = runs_.tree().velocitySize() + 1;
  program_.inputs.back() = {"parameters", static_cast<int>(parameters_.size()), parameters_};
  return std::move(program_);
}

}  // namespace linkwork::codegen

namespace linkwork {

symbolic::LoopProgram forwardDynamicsLoops(const ClusterTree<double>& tree) {
  const ClusterTree<double> single = withSingleCoordinates(tree);
  const codegen::HingeRuns runs(single);
  const int nv = tree.velocitySize();
  codegen::LoopBuilder builder(runs, {{"q", tree.positionSize()}, {"v", nv}, {"tau", nv}});
  builder.turn();
  builder.forwardDynamics();
  return builder.finish("forwardDynamics");
}

}  // namespace linkwork
