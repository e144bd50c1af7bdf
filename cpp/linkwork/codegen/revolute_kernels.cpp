#include "linkwork/codegen/revolute_kernels.hpp"

#include "linkwork/codegen/passive_programs.hpp"
#include "linkwork/dynamics/kernels/joint_kernels.hpp"
#include "linkwork/joints/resistance.hpp"

namespace linkwork::codegen {

namespace {

/// Inputs and outputs of the passes over a few revolute joints: body 0 is the parent of the first
/// of them, body k + 1 is that of revolute joint k.
class LocalMemory {
 public:
  explicit LocalMemory(std::size_t n)
      : revolutes(n),
        rotors(n),
        workspace(n),
        gears(n),
        sines(n),
        cosines(n),
        motions(n + 2),
        articulated(n + 1),
        forces(n + 1),
        increments(n + 1),
        drives(n) {}

  kernels::Memory<Expression> view() {
    kernels::Memory<Expression> result{};
    result.revolutes = revolutes.data();
    result.rotors = rotors.data();
    result.workspace = workspace.data();
    result.gears = gears.data();
    result.sines = sines.data();
    result.cosines = cosines.data();
    result.motions = &motions[1];
    result.articulated = articulated.data();
    result.forces = forces.data();
    result.increments = increments.data();
    result.drives = drives.data();
    return result;
  }

  std::vector<kernels::Revolute<Expression>> revolutes;
  std::vector<kernels::GearedRotors<Expression>> rotors;
  std::vector<kernels::RevoluteWorkspace<Expression>> workspace;
  std::vector<kernels::GearWorkspace<Expression>> gears;
  std::vector<Expression> sines, cosines;
  std::vector<FrameMotion<Expression>> motions;  ///< the ground's first
  std::vector<kernels::ArticulatedBody<Expression>> articulated;
  std::vector<linkwork::Force<Expression>> forces;
  std::vector<linkwork::Motion<Expression>> increments;
  std::vector<kernels::Drive> drives;
};

/// Visits all expressions of a propagated quantity in one order: `visit(expression)`.
template <typename Visit>
void eachEntry(linkwork::Vec3<Expression>& of, Visit visit) {
  visit(of.x), visit(of.y), visit(of.z);
}
template <typename Visit>
void eachEntry(SymmetricMatrix3<Expression>& of, Visit visit) {
  for (Expression* each : {&of.xx, &of.yy, &of.zz, &of.xy, &of.xz, &of.yz}) visit(*each);
}
template <typename Visit>
void eachEntry(FrameMotion<Expression>& of, Visit visit) {
  for (auto* part : {&of.velocity, &of.angular, &of.linear}) eachEntry(*part, visit);
}
template <typename Visit>
void eachEntry(linkwork::Motion<Expression>& of, Visit visit) {
  for (auto* part : {&of.angular, &of.linear}) eachEntry(*part, visit);
}
template <typename Visit>
void eachEntry(linkwork::Force<Expression>& of, Visit visit) {
  for (auto* part : {&of.n, &of.f}) eachEntry(*part, visit);
}
template <typename Visit>
void eachEntry(kernels::ArticulatedBody<Expression>& of, Visit visit) {
  Mat3<Expression>& h = of.A.H;
  eachEntry(of.A.J, visit);
  for (auto* each : {&h.xx, &h.xy, &h.xz, &h.yx, &h.yy, &h.yz, &h.zx, &h.zy, &h.zz}) visit(*each);
  eachEntry(of.A.M, visit);
  eachEntry(of.p, visit);
}

template <typename Carried>
std::vector<Expression> entriesOf(Carried of) {
  std::vector<Expression> result;
  eachEntry(of, [&](Expression& each) { result.push_back(each); });
  return result;
}

template <typename Carried>
void setEntries(Carried& of, const std::vector<Expression>& values) {
  auto next = values.begin();
  eachEntry(of, [&](Expression& each) { each = *next++; });
}

class BlockWriter {
 public:
  BlockWriter(const Block& block, const RevoluteRuns& runs, int angleStride)
      : block_(block),
        runs_(runs),
        size_(static_cast<int>(block.revolutes.size())),
        memory_(block.revolutes.size()) {
    int number = 0;
    for (int k = 0; k < size_; ++k) {
      const RevoluteKind& kind = runs.kind(revolute(k).kind);
      numbers_.push_back(revoluteNumbers(
          kind, [&](int distinct) { return trace_.load(Buffer::numbers, number + distinct); }));
      number += kind.numbers.count();
      kernels::Revolute<Expression>& placed = memory_.revolutes[at(k)];
      placed = numbers_.back().revolute;
      placed.velocity = k;
      placed.body = k + 1;
      placed.parent = k == 0 && block.startsRun && block.isOnGround ? ground : k;
      placed.followsParent = k > 0;
      placed.supportsNext = k + 1 < size_;
      placed.supportsOthers = true;
      memory_.rotors[at(k)] = numbers_.back().rotors;
      memory_.drives[at(k)] = {k, 1};
      const int sine = k + angleStride / block.lanes, cosine = k + 2 * angleStride / block.lanes;
      memory_.sines[at(k)] = kind.turnsUnseen ? 0 : trace_.load(Buffer::angles, sine);
      memory_.cosines[at(k)] = kind.turnsUnseen ? 1 : trace_.load(Buffer::angles, cosine);
    }
  }

  BlockCode write() {
    switch (block_.pass) {
      case Pass::forward:
      case Pass::forwardMotion:
        forward();
        break;
      case Pass::backward:
        backward();
        break;
      case Pass::backwardForces:
        backwardForces();
        break;
      case Pass::accelerate:
        accelerate();
        break;
    }
    result_.code = trace_.finish();
    return std::move(result_);
  }

 private:
  const Block::Revolute& revolute(int k) const { return block_.revolutes[at(k)]; }
  int workOf(int k) const { return k * (runs_.hasGears() ? gearedWorkSize : workSize); }

  /// Input from the parent body of the run if the block begins it, else from the block before.
  std::vector<Expression> incoming(Buffer buffer) {
    return block_.startsRun ? trace_.load(buffer, block_.incoming, 0, KernelTrace::atParent)
                            : trace_.carried(block_.incoming);
  }

  template <typename Carried>
  void leave(Buffer buffer, const std::vector<Carried>& bodies, std::size_t first) {
    for (int k = 0; k < size_; ++k) {
      const std::vector<Expression> entries = entriesOf(bodies[first + at(k)]);
      const Pattern pattern = Pattern::of(entries);
      result_.boxes.push_back(pattern);
      if (revolute(k).supportsOthers) trace_.store(buffer, pattern, entries, 0, k);
      if (k + 1 < size_ || block_.endsRun) continue;
      result_.outgoing = pattern;
      trace_.carry(pattern, entries);
    }
  }

  void keepWork(int k, const std::vector<Expression>& work) {
    result_.work.push_back(Pattern::of(work));
    trace_.store(Buffer::work, result_.work.back(), work, workOf(k));
  }

  /// Torque on a revolute joint by its own joint and its rotors: passive forces and, for forward
  /// dynamics, the given ones.
  Expression torqueOn(int k) {
    Expression result = 0;
    for (std::size_t i = 0; i < revolute(k).joints.size(); ++i) {
      const DrivingJoint& joint = numbers_[at(k)].joints[i];
      const auto& [position, velocity] = revolute(k).joints[i];
      const Expression rate = trace_.load(Buffer::velocities, velocity);
      Expression torque = -joint.damping * rate;
      if (block_.pass == Pass::forward) torque += trace_.load(Buffer::torques, velocity);
      if (!(joint.stiffness == 0.0))
        torque -= joint.stiffness * (trace_.load(Buffer::positions, position) - joint.rest);
      if (!(joint.friction == 0.0)) torque -= joint.friction * dryFriction(rate);
      result += joint.ratio * torque;
    }
    return result;
  }

  void forward() {
    if (block_.startsRun && block_.isOnGround) {
      for (int k = 0; k < 3; ++k) memory_.motions[0].linear[k] = -runs_.tree().gravity()[k];
    } else {
      setEntries(memory_.motions[1], incoming(Buffer::motions));
    }
    std::vector<Expression> v, torque;
    for (int k = 0; k < size_; ++k) {
      v.push_back(trace_.load(Buffer::velocities, revolute(k).joints[0].velocity));
      torque.push_back(torqueOn(k));
    }
    if (block_.pass == Pass::forward) {
      kernels::forward<false, Expression>(memory_.view(), 0, size_, v.data(), torque.data(),
                                          nullptr);
    } else {
      std::vector<Expression> a;
      for (int k = 0; k < size_; ++k)
        a.push_back(trace_.load(Buffer::accelerations, revolute(k).joints[0].velocity));
      kernels::forward<true>(memory_.view(), 0, size_, v.data(), torque.data(), a.data());
    }
    for (int k = 0; k < size_; ++k) {
      const kernels::RevoluteWorkspace<Expression>& here = memory_.workspace[at(k)];
      std::vector<Expression> work = entriesOf(here.gain);
      work.push_back(here.biasAcceleration);
      if (memory_.revolutes[at(k)].isGeared) {
        const kernels::GearWorkspace<Expression>& gear = memory_.gears[at(k)];
        const linkwork::Vec3<Expression>& couple = gear.parentCouple;
        work.insert(work.end(), {couple.x, couple.y, couple.z});
        work.push_back(gear.parentBias);
      }
      keepWork(k, work);
    }
    leave(Buffer::motions, memory_.motions, 2);
  }

  void loadWork() {
    for (int k = 0; k < size_; ++k) {
      const std::vector<Expression> work = trace_.load(Buffer::work, revolute(k).work, workOf(k));
      kernels::RevoluteWorkspace<Expression>& here = memory_.workspace[at(k)];
      setEntries(here.gain, work);
      here.biasAcceleration = work[6];
      if (!memory_.revolutes[at(k)].isGeared || block_.pass == Pass::accelerate) continue;
      memory_.gears[at(k)].parentCouple = {work[7], work[8], work[9]};
      memory_.gears[at(k)].parentBias = work[10];
    }
  }

  /// Loads the sums over the other children of the bodies and, on the last body, the result of the
  /// previous block.
  template <typename Carried>
  void loadSums(Buffer buffer, std::vector<Carried>& sums) {
    for (int k = 0; k < size_; ++k)
      if (revolute(k).supportsOthers)
        setEntries(sums[at(k) + 1], trace_.load(buffer, revolute(k).box, 0, k));
    if (block_.endsRun) return;
    std::vector<Expression> sum = entriesOf(sums[at(size_)]);
    const std::vector<Expression> carried = trace_.carried(block_.incoming);
    for (std::size_t i = 0; i < sum.size(); ++i) sum[i] = carried[i] + sum[i];
    setEntries(sums[at(size_)], sum);
  }

  /// Adds to the next block of the backward pass, or to the parent body of the run.
  template <typename Carried>
  void addToParent(Buffer buffer, const Carried& sum) {
    if (block_.startsRun && block_.isOnGround) return;
    const std::vector<Expression> left = entriesOf(sum);
    result_.outgoing = Pattern::of(left);
    if (!block_.startsRun) return trace_.carry(result_.outgoing, left);
    for (std::size_t i = 0; i < left.size(); ++i)
      if (!(left[i] == 0.0))
        trace_.add(buffer, static_cast<int>(i), left[i], KernelTrace::atParent);
  }

  void backward() {
    loadWork();
    loadSums(Buffer::articulated, memory_.articulated);
    kernels::eliminate(memory_.view(), 0, size_);
    for (int k = 0; k < size_; ++k) {
      const kernels::RevoluteWorkspace<Expression>& here = memory_.workspace[at(k)];
      std::vector<Expression> work = entriesOf(here.gain);
      if (!memory_.revolutes[at(k)].isGeared) work[2] = 0;  // the gain's, which is 1, is implied
      work.push_back(here.biasAcceleration);
      keepWork(k, work);
    }
    addToParent(Buffer::articulated, memory_.articulated[0]);
  }

  void backwardForces() {
    loadWork();
    loadSums(Buffer::forces, memory_.forces);
    std::vector<Expression> torque(at(size_));
    kernels::backward(memory_.view(), 0, size_, torque.data());
    for (int k = 0; k < size_; ++k) {
      result_.work.emplace_back();
      for (std::size_t i = 0; i < revolute(k).joints.size(); ++i)
        trace_.store(Buffer::torques, revolute(k).joints[i].velocity, i == 0 ? torque[at(k)] : 0);
    }
    addToParent(Buffer::forces, memory_.forces[0]);
  }

  void accelerate() {
    if (!(block_.startsRun && block_.isOnGround))
      setEntries(memory_.increments[0], incoming(Buffer::increments));
    loadWork();
    for (int k = 0; k < size_; ++k)
      if (!memory_.revolutes[at(k)].isGeared) memory_.workspace[at(k)].gain.n.z = 1;  // implied
    std::vector<Expression> a(at(size_));
    kernels::accelerate(memory_.view(), 0, size_, a.data());
    for (int k = 0; k < size_; ++k)
      for (std::size_t i = 0; i < revolute(k).joints.size(); ++i)
        trace_.store(Buffer::accelerations, revolute(k).joints[i].velocity,
                     numbers_[at(k)].joints[i].ratio * a[at(k)]);
    leave(Buffer::increments, memory_.increments, 1);
  }

  const Block& block_;
  const RevoluteRuns& runs_;
  const int size_;
  LocalMemory memory_;
  KernelTrace trace_;
  std::vector<RevoluteNumbers> numbers_;
  BlockCode result_;
};

kernels::FloatingBody<Expression> floatingBody(const RevoluteRuns& runs, int floating,
                                               KernelTrace& trace) {
  const kernels::FloatingBody<double> from =
      withoutRounding(runs.plan().floatingBodies()[at(floating)]);
  const std::vector<double> all = floatingNumbers(runs, floating);
  const std::vector<Expression> values =
      Pattern::of(all).values([&](int, int entry) { return trace.load(Buffer::numbers, entry); });
  kernels::FloatingBody<Expression> result;
  auto next = values.begin();
  kernels::setNumbers(result, from, [&](Expression& to, double) { to = *next++; });
  result.position = result.velocity = result.body = 0;
  return result;
}

std::vector<Expression> loadAll(KernelTrace& trace, Buffer buffer, int count) {
  std::vector<Expression> result;
  for (int k = 0; k < count; ++k) result.push_back(trace.load(buffer, k));
  return result;
}

/// Forces of springs, dampers and friction of its joint on a floating body.
std::vector<Expression> passiveForces(const RevoluteRuns& runs, int floating, KernelTrace& trace) {
  TreeBody<double> body = runs.tree().body(runs.plan().floatingBodies()[at(floating)].body);
  body.position = body.velocity = 0;
  std::vector<Expression> result(6);
  const Number constant = [](double value) { return Expression(value); };
  addPassiveForce(body, loadAll(trace, Buffer::positions, 7), loadAll(trace, Buffer::velocities, 6),
                  constant, result);
  return result;
}

}  // namespace

BlockCode blockCode(const Block& block, const RevoluteRuns& runs, int angleStride) {
  return BlockWriter(block, runs, angleStride).write();
}

std::vector<double> floatingNumbers(const RevoluteRuns& runs, int floating) {
  const kernels::FloatingBody<double> from =
      withoutRounding(runs.plan().floatingBodies()[at(floating)]);
  std::vector<double> result;
  kernels::FloatingBody<double> read;
  kernels::setNumbers(read, from, [&](double&, double number) { result.push_back(number); });
  return result;
}

BlockCode floatingCode(Pass pass, const RevoluteRuns& runs, int floating, const Pattern& work,
                       const Pattern& box) {
  KernelTrace trace;
  BlockCode result;
  LocalMemory memory(0);
  const kernels::FloatingBody<Expression> body = floatingBody(runs, floating, trace);
  linkwork::Force<Expression> force;
  if (!isBackward(pass)) {
    const std::vector<Expression> q = loadAll(trace, Buffer::positions, 7);
    const std::vector<Expression> v = loadAll(trace, Buffer::velocities, 6);
    std::vector<Expression> a;
    if (pass == Pass::forwardMotion) a = loadAll(trace, Buffer::accelerations, 6);
    const std::vector<Expression> gravity(runs.tree().gravity().begin(),
                                          runs.tree().gravity().end());
    kernels::forward<Expression>(memory.view(), body, q.data(), v.data(),
                                 a.empty() ? nullptr : a.data(), gravity.data(), force);
    const std::vector<Expression> motion = entriesOf(memory.motions[1]), left = entriesOf(force);
    result.outgoing = Pattern::of(motion);
    result.work = {Pattern::of(left)};
    trace.store(Buffer::motions, result.outgoing, motion, 0);
    trace.store(Buffer::work, result.work[0], left, 0);
  } else if (pass == Pass::backwardForces) {
    const std::vector<Expression> own = trace.load(Buffer::work, work, 0);
    const std::vector<Expression> others = trace.load(Buffer::forces, box, 0);
    const std::vector<Expression> passive = passiveForces(runs, floating, trace);
    for (int k = 0; k < 6; ++k)
      trace.store(Buffer::torques, k, own[at(k)] + others[at(k)] - passive[at(k)]);
  } else {
    setEntries(force, trace.load(Buffer::work, work, 0));
    setEntries(memory.articulated[0], trace.load(Buffer::articulated, box, 0));
    std::vector<Expression> torque = passiveForces(runs, floating, trace), a(6);
    for (int k = 0; k < 6; ++k) torque[at(k)] += trace.load(Buffer::torques, k);
    kernels::accelerate<Expression>(memory.view(), body, force, torque.data(), a.data());
    for (int k = 0; k < 6; ++k) trace.store(Buffer::accelerations, k, a[at(k)]);
    const std::vector<Expression> increment = entriesOf(memory.increments[0]);
    result.outgoing = Pattern::of(increment);
    trace.store(Buffer::increments, result.outgoing, increment, 0);
  }
  result.code = trace.finish();
  return result;
}

}  // namespace linkwork::codegen
