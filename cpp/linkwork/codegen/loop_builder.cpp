#include <algorithm>
#include <utility>

#include "linkwork/codegen/revolute_kernels.hpp"
#include "linkwork/dynamics/single_coordinates.hpp"
#include "linkwork/errors.hpp"

namespace linkwork::codegen {

namespace {

using symbolic::Program;

/// Revolute joints of a run: those from its place `first` on.
struct Site {
  const RevoluteRuns::Run* run;
  int first, count;
};

/// Layout of the arrays of kernels in the memory of a program.
class LoopLayout {
 public:
  /// Of forward dynamics, or of inverse.
  LoopLayout(const RevoluteRuns& runs, bool isInverse);

  /// Sizes and places in the workspace, as in Program.
  int angleStride() const { return angleStride_; }
  int carried() const { return carried_; }
  int workspace() const { return workspace_; }

  /// Input array; `outputs` and the next are the memories after the inputs.
  int memoryOf(Buffer buffer, int outputs) const;
  static bool isInterleaved(Buffer buffer);

  /// Places of the arrays of a kernel at a site, lane after lane; numbers at 0.
  std::vector<int> placesOf(const std::vector<BufferEntry>& buffers, const Site& site) const;
  int placeOf(const BufferEntry& buffer, const Site& site, int lane) const;
  int placeAtFloating(Buffer buffer, int floating) const;
  /// The first sum; one follows the other.
  int sums() const { return sums_; }
  /// Size of the sum at a body: inertia and force, or force.
  int sumSize() const { return isInverse_ ? forceSize : articulatedSize; }

 private:
  static constexpr int motionSize = 9, articulatedSize = 27, incrementSize = 6, forceSize = 6;

  int workSizeHere() const { return runs_.hasGears() ? gearedWorkSize : workSize; }
  int placeOfBox(Buffer buffer, int body) const;

  const RevoluteRuns& runs_;
  const bool isInverse_;
  int angleStride_, carried_, work_, floatingWork_, motions_, sums_, increments_, workspace_;
};

LoopLayout::LoopLayout(const RevoluteRuns& runs, bool isInverse)
    : runs_(runs),
      isInverse_(isInverse),
      angleStride_(runs.slots() + runs.slots() % 2),
      workspace_(3 * angleStride_) {
  const auto allot = [this](int count) { return std::exchange(workspace_, workspace_ + count); };
  carried_ = allot(2 * articulatedSize);
  work_ = allot(workSizeHere() * angleStride_);
  floatingWork_ = allot(forceSize * static_cast<int>(runs.plan().floatingBodies().size()));
  motions_ = allot(motionSize * runs.boxes());
  sums_ = allot(sumSize() * runs.boxes());
  increments_ = allot(incrementSize * runs.boxes());
}

int LoopLayout::memoryOf(Buffer buffer, int outputs) const {
  switch (buffer) {
    case Buffer::positions:
      return 0;
    case Buffer::velocities:
      return 1;
    case Buffer::torques:
      return isInverse_ ? outputs : 2;
    case Buffer::accelerations:
      return isInverse_ ? 2 : outputs;
    case Buffer::numbers:
      return 3;
    default:
      return outputs + 1;
  }
}

bool LoopLayout::isInterleaved(Buffer buffer) {
  return buffer == Buffer::numbers || buffer == Buffer::angles || buffer == Buffer::work;
}

std::vector<int> LoopLayout::placesOf(const std::vector<BufferEntry>& buffers,
                                      const Site& site) const {
  std::vector<int> places;
  for (int lane = 0; lane < site.run->lanes(); ++lane)
    for (const BufferEntry& buffer : buffers) places.push_back(placeOf(buffer, site, lane));
  return places;
}

int LoopLayout::placeOf(const BufferEntry& buffer, const Site& site, int lane) const {
  const int first = site.run->first[at(lane)] + site.first;
  const auto least = [&](int RevoluteRuns::Joint::*entry) {
    int result = runs_.jointsOf(first)[0].*entry;
    for (int k = 0; k < site.count; ++k)
      for (const RevoluteRuns::Joint& joint : runs_.jointsOf(first + k))
        result = std::min(result, joint.*entry);
    return result;
  };
  switch (buffer.kind) {
    case Buffer::numbers:
      return 0;
    case Buffer::positions:
      return least(&RevoluteRuns::Joint::position);
    case Buffer::velocities:
    case Buffer::torques:
    case Buffer::accelerations:
      return least(&RevoluteRuns::Joint::velocity);
    case Buffer::angles:
      return runs_.slotOf(first) - lane;
    case Buffer::work:
      return work_ + workSizeHere() * (runs_.slotOf(first) - lane);
    default:
      return placeOfBox(buffer.kind, buffer.body == KernelTrace::atParent
                                         ? site.run->parent[at(lane)]
                                         : runs_.plan().revolutes()[at(first + buffer.body)].body);
  }
}

int LoopLayout::placeAtFloating(Buffer buffer, int floating) const {
  const kernels::FloatingBody<double>& body = runs_.plan().floatingBodies()[at(floating)];
  switch (buffer) {
    case Buffer::numbers:
      return 0;
    case Buffer::positions:
      return body.position;
    case Buffer::velocities:
    case Buffer::torques:
    case Buffer::accelerations:
      return body.velocity;
    case Buffer::work:
      return floatingWork_ + forceSize * floating;
    default:
      return placeOfBox(buffer, body.body);
  }
}

int LoopLayout::placeOfBox(Buffer buffer, int body) const {
  const int box = runs_.boxOf(body);
  if (buffer == Buffer::motions) return motions_ + motionSize * box;
  if (buffer == Buffer::increments) return increments_ + incrementSize * box;
  return sums_ + sumSize() * box;
}

/// Merges equal blocks into loops.
class LoopBuilder {
 public:
  /// Of forward dynamics, or of inverse. `keepParameters`: no two places share their numbers.
  LoopBuilder(const RevoluteRuns& runs, bool isInverse, bool keepParameters);

  symbolic::Program write();

 private:
  using Run = RevoluteRuns::Run;

  /// Rounds of a loop from a site on, each at a constant distance from the one before.
  struct Rounds {
    Site site;
    int rounds;
  };

  /// The angles of all revolute joints.
  void turn();
  /// All passes.
  void run();
  Block blockAt(Pass pass, const Site& site) const;
  const BlockCode& codeOf(const Block& block);
  Pattern sumAt(const Run& run, int place) const;
  /// Finds the patterns along a run, revolute joint by revolute joint.
  void followPatterns(Pass pass, const Run& run);
  void addLoops(Pass pass, const Run& run);
  Rounds longestRounds(Pass pass, const Run& run, int done);
  void addLoop(Pass pass, const Rounds& found);
  void addFloating(Pass pass, int floating);
  void addKernel(const KernelTrace::Finished& code, int lanes, const std::vector<int>& strides);
  /// Adds a kernel with one loop.
  void addOnce(const KernelTrace::Finished& code, const std::vector<int>& first, int rounds,
               const std::vector<int>& strides);

  std::vector<double> numbersOf(const BlockCode& code, const Site& site) const;
  int placeOfNumbers(const std::vector<double>& numbers);

  const RevoluteRuns& runs_;
  const bool isInverse_, keepParameters_;
  const LoopLayout layout_;
  symbolic::Program program_;
  std::vector<double> parameters_;
  std::map<std::vector<double>, int> knownNumbers_;
  std::map<Block, BlockCode> codes_;
  std::map<std::pair<Block, std::vector<int>>, int> kernels_;  ///< by block and strides

  /// Of the current pass: by joint, and by body its sums and its results.
  std::vector<Pattern> incoming_, work_, left_;
  std::map<int, Pattern> motions_, sums_, increments_;
  std::vector<Pattern> floatingWork_;
};

LoopBuilder::LoopBuilder(const RevoluteRuns& runs, bool isInverse, bool keepParameters)
    : runs_(runs),
      isInverse_(isInverse),
      keepParameters_(keepParameters),
      layout_(runs, isInverse),
      incoming_(runs.plan().revolutes().size()),
      work_(runs.plan().revolutes().size()),
      left_(runs.plan().revolutes().size()),
      floatingWork_(runs.plan().floatingBodies().size()) {
  const int nv = runs.tree().velocitySize();
  program_.name = isInverse ? "inverseDynamics" : "forwardDynamics";
  program_.inputs = {
      {"q", runs.tree().positionSize()}, {"v", nv}, {isInverse ? "a" : "tau", nv}, {"parameters"}};
  program_.outputs = nv + 1;
  program_.carried = layout_.carried();
  program_.workspace = layout_.workspace();
}

// ——— Contents of blocks ———

Block LoopBuilder::blockAt(Pass pass, const Site& site) const {
  const Run& run = *site.run;
  const int first = run.first[0] + site.first, last = first + site.count - 1;
  Block block{pass,
              run.lanes(),
              site.first == 0,
              site.first + site.count == run.count,
              run.parent[0] == ground,
              incoming_[at(isBackward(pass) ? last : first)],
              {}};
  const RevoluteRuns::Joint least{layout_.placeOf({Buffer::positions, 0}, site, 0),
                                  layout_.placeOf({Buffer::velocities, 0}, site, 0)};
  for (int i = first; i <= last; ++i) {
    const kernels::PlannedRevolute& revolute = runs_.plan().revolutes()[at(i)];
    Block::Revolute here{runs_.kindOf(i), revolute.supportsOthers, {}, {}, {}};
    here.work = work_[at(i)];
    if (isBackward(pass) && revolute.supportsOthers) here.box = sumAt(run, site.first + i - first);
    for (const RevoluteRuns::Joint& joint : runs_.jointsOf(i))
      here.joints.push_back({joint.position - least.position, joint.velocity - least.velocity});
    block.revolutes.push_back(std::move(here));
  }
  return block;
}

const BlockCode& LoopBuilder::codeOf(const Block& block) {
  const auto found = codes_.find(block);
  if (found != codes_.end()) return found->second;
  return codes_.emplace(block, blockCode(block, runs_, layout_.angleStride())).first->second;
}

/// The pattern of the sum at the body of a revolute joint, on any lane.
Pattern LoopBuilder::sumAt(const Run& run, int place) const {
  Pattern sum = Pattern::zeros(layout_.sumSize());
  for (const int first : run.first) {
    const auto found = sums_.find(runs_.plan().revolutes()[at(first + place)].body);
    if (found != sums_.end()) sum = Pattern::ofSum(sum, found->second);
  }
  return sum;
}

void LoopBuilder::followPatterns(Pass pass, const Run& run) {
  const bool goesBackward = isBackward(pass);
  std::map<int, Pattern>& boxes = pass == Pass::accelerate ? increments_ : motions_;
  Pattern passed = Pattern::zeros(0);
  if (!goesBackward && run.parent[0] != ground) passed = boxes.at(run.parent[0]);
  for (int k = 0; k < run.count; ++k) {
    const Site site{&run, goesBackward ? run.count - 1 - k : k, 1};
    const int revolute = run.first[0] + site.first;
    incoming_[at(revolute)] = passed;
    const BlockCode& code = codeOf(blockAt(pass, site));
    passed = code.outgoing;
    if (pass != Pass::accelerate) left_[at(revolute)] = code.work[0];
    for (const int first : run.first) {
      const int body = runs_.plan().revolutes()[at(first + site.first)].body;
      if (!goesBackward && runs_.boxOf(body) >= 0) boxes[body] = code.boxes[0];
    }
  }
  if (!goesBackward) return;
  for (const int parent : run.parent) {
    if (parent == ground) continue;
    const auto [sum, isNew] = sums_.try_emplace(parent, Pattern::zeros(layout_.sumSize()));
    sum->second = Pattern::ofSum(sum->second, passed);
  }
}

// ——— Rounds of loops ———

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
    return Site{&run, isBackward(pass) ? run.count - from - count : from, count};
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
      if (before.empty()) before = layout_.placesOf(code.code.buffers, here.site);
      std::vector<int> places = layout_.placesOf(code.code.buffers, site);
      std::vector<int> further = places;
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
  const int forth = (isBackward(pass) ? -1 : 1) * found.site.count;
  std::vector<std::vector<double>> numbers;
  for (int i = 0; i < found.rounds; ++i) {
    Site site = found.site;
    site.first += i * forth;
    numbers.push_back(numbersOf(code, site));
  }
  const bool isUniform =
      !keepParameters_ && std::equal(numbers.begin() + 1, numbers.end(), numbers.begin());
  int numbersPlace = 0, numbersStride = 0;
  if (isUniform) {
    numbersPlace = placeOfNumbers(numbers[0]);
  } else {
    numbersPlace = static_cast<int>(parameters_.size());
    numbersStride = static_cast<int>(numbers[0].size());
    for (const std::vector<double>& each : numbers)
      parameters_.insert(parameters_.end(), each.begin(), each.end());
  }

  Program::Loop loop{0, found.rounds, layout_.placesOf(code.code.buffers, found.site)};
  std::vector<int> strides(loop.first.size());
  if (found.rounds > 1) {
    Site next = found.site;
    next.first += forth;
    strides = layout_.placesOf(code.code.buffers, next);
    for (std::size_t i = 0; i < strides.size(); ++i) strides[i] -= loop.first[i];
  }
  const std::size_t arrays = code.code.buffers.size();
  for (std::size_t i = 0; i < loop.first.size(); ++i)
    if (code.code.buffers[i % arrays].kind == Buffer::numbers) {
      loop.first[i] = numbersPlace;
      strides[i] = numbersStride;
    }
  std::vector<int> key = strides;
  key.push_back(found.rounds > 1);
  const auto [kernel, isNew] =
      kernels_.try_emplace({block, key}, static_cast<int>(program_.kernels.size()));
  if (isNew) addKernel(code.code, block.lanes, strides);
  loop.kernel = kernel->second;
  program_.steps.push_back(std::move(loop));
}

void LoopBuilder::addKernel(const KernelTrace::Finished& code, int lanes,
                            const std::vector<int>& strides) {
  Program::Kernel kernel = code.kernel;
  for (std::size_t i = 0; i < code.buffers.size(); ++i) {
    const Buffer buffer = code.buffers[i].kind;
    kernel.arrays.push_back({layout_.memoryOf(buffer, program_.outputsMemory()), strides[i],
                             lanes > 1 && LoopLayout::isInterleaved(buffer)});
  }
  kernel.lanes = lanes;
  program_.kernels.push_back(std::move(kernel));
}

// ——— Inputs of blocks ———

/// The numbers that the code uses, with alternating lanes.
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
  if (keepParameters_) knownNumbers_.clear();
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
  for (std::size_t i = 0; i < runs_.plan().revolutes().size(); ++i) {
    const kernels::PlannedRevolute revolute = withoutRounding(runs_.plan().revolutes()[i]);
    angles.push_back(
        {runs_.slotOf(static_cast<int>(i)), revolute.start.position, revolute.start.angle});
  }
  std::map<std::vector<int>, int> known;
  for (std::size_t first = 0, end = 0; first < angles.size(); first = end) {
    // Joints at equal distances in memory make a loop.
    const bool turns = angles[first].start != 0;
    const auto stepTo = [&](std::size_t i) {
      return std::pair(angles[i].slot - angles[i - 1].slot,
                       angles[i].position - angles[i - 1].position);
    };
    for (end = first + 1; end < angles.size(); ++end)
      if (stepTo(end) != stepTo(first + 1) || (angles[end].start != 0) != turns) break;
    const bool repeats = end - first > 1;
    const auto [slot, position] = repeats ? stepTo(first + 1) : std::pair(0, 0);

    KernelTrace trace;
    Expression angle = trace.load(Buffer::positions, 0);
    if (turns) angle += trace.load(Buffer::numbers, 0);
    trace.store(Buffer::angles, 0, angle);
    const KernelTrace::Finished code = trace.finish();
    Program::Loop loop{0, static_cast<int>(end - first), {}};
    std::vector<int> strides;
    for (const BufferEntry& buffer : code.buffers) {
      const bool isNumber = buffer.kind == Buffer::numbers, isAngle = buffer.kind == Buffer::angles;
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
    if (isNew) addKernel(code, 1, strides);
    loop.kernel = kernel->second;
    program_.steps.push_back(std::move(loop));
  }
  if (!angles.empty())
    program_.steps.push_back(Program::SinesAndCosines{0, runs_.slots(), layout_.angleStride()});
}

void LoopBuilder::run() {
  if (runs_.boxes() > 0) {
    KernelTrace trace;
    for (int i = 0; i < layout_.sumSize(); ++i) trace.store(Buffer::articulated, i, 0);
    addOnce(trace.finish(), {layout_.sums()}, runs_.boxes(), {layout_.sumSize()});
  }
  const std::vector<RevoluteRuns::Item>& items = runs_.items();
  const auto add = [&](Pass pass, const RevoluteRuns::Item& item) {
    if (item.floating >= 0) return addFloating(pass, item.floating);
    followPatterns(pass, item.run);
    addLoops(pass, item.run);
  };
  for (const RevoluteRuns::Item& item : items)
    add(isInverse_ ? Pass::forwardMotion : Pass::forward, item);
  work_ = left_;
  for (auto item = items.rbegin(); item != items.rend(); ++item)
    add(isInverse_ ? Pass::backwardForces : Pass::backward, *item);
  work_ = left_;
  if (!isInverse_)
    for (const RevoluteRuns::Item& item : items)
      if (item.floating < 0) add(Pass::accelerate, item);
  const Buffer output = isInverse_ ? Buffer::torques : Buffer::accelerations;
  KernelTrace trace;
  trace.store(output, 0, 1);  // the guard is always satisfied
  addOnce(trace.finish(), {runs_.tree().velocitySize()}, 1, {0});
}

void LoopBuilder::addFloating(Pass pass, int floating) {
  const kernels::FloatingBody<double>& body = runs_.plan().floatingBodies()[at(floating)];
  const bool isForward = !isBackward(pass);
  Pattern& work = floatingWork_[at(floating)];
  const Pattern& box =
      sums_.try_emplace(body.body, Pattern::zeros(layout_.sumSize())).first->second;
  const BlockCode code = floatingCode(pass, runs_, floating, work, box);
  (isForward ? motions_ : increments_)[body.body] = code.outgoing;
  if (isForward) work = code.work[0];
  const std::vector<double> all = floatingNumbers(runs_, floating);
  std::vector<double> numbers;
  for (const int element : code.code.usedNumbers) numbers.push_back(all[at(element)]);
  std::vector<int> first;
  for (const BufferEntry& buffer : code.code.buffers)
    first.push_back(buffer.kind == Buffer::numbers
                        ? placeOfNumbers(numbers)
                        : layout_.placeAtFloating(buffer.kind, floating));
  addOnce(code.code, first, 1, std::vector<int>(first.size()));
}

void LoopBuilder::addOnce(const KernelTrace::Finished& code, const std::vector<int>& first,
                          int rounds, const std::vector<int>& strides) {
  addKernel(code, 1, strides);
  program_.steps.push_back(
      Program::Loop{static_cast<int>(program_.kernels.size()) - 1, rounds, first});
}

Program LoopBuilder::write() {
  turn();
  run();
  program_.inputs.back() = {"parameters", static_cast<int>(parameters_.size()), parameters_};
  return std::move(program_);
}

}  // namespace

}  // namespace linkwork::codegen

namespace linkwork {

namespace {

symbolic::Program loopProgram(const ClusterTree<double>& tree, bool isInverse,
                              const ProgramOptions& options) {
  const ClusterTree<double> single = withSingleCoordinates(tree);
  const codegen::RevoluteRuns runs(single);
  return codegen::LoopBuilder(runs, isInverse, options.keepParameters).write();
}

}  // namespace

symbolic::Program forwardDynamicsLoops(const ClusterTree<double>& tree,
                                       const ProgramOptions& options) {
  tree.requireMass();
  return loopProgram(tree, false, options);
}

symbolic::Program inverseDynamicsLoops(const ClusterTree<double>& tree,
                                       const ProgramOptions& options) {
  for (const kernels::Drive& drive : tree.plan()->drives())
    if (drive.ratio != 1)
      throw MechanismError(
          "the force of a revolute joint acts on a rotor that turns slower than it");
  return loopProgram(tree, true, options);
}

}  // namespace linkwork
