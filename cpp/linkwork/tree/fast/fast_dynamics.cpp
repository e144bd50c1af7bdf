#include "linkwork/tree/fast/fast_dynamics.hpp"

#include "linkwork/tree/fast/fast_tree.hpp"

namespace linkwork {
namespace {

using Stretch = FastTree::Stretch;
using Way = Stretch::Way;

std::size_t at(int index) { return static_cast<std::size_t>(index); }

/// Gravity counts as an acceleration of the ground, −g.
void liftGround(const ClusterTree<double>& tree, FastMemory& memory) {
  memory.motions.front() = {};
  for (int k = 0; k < 3; ++k) memory.motions.front().linear[k] = -tree.gravity()[k];
}

/// τ of every hinge with its rotors' share: Gᵀτ.
void gatherTorques(const FastTree& fast, const double* torque, FastMemory& memory) {
  for (std::size_t i = 0; i < fast.hinges().size(); ++i)
    memory.scratch[i].torque = torque[fast.hinges()[i].velocity];
  for (const FastTree::Gear& gear : fast.gears())
    memory.scratch[at(gear.hinge)].torque += gear.ratio * torque[gear.velocity];
}

}  // namespace

void fastForwardDynamics(const ClusterTree<double>& tree, const ConstVectorRef<double>& q,
                         const ConstVectorRef<double>& v, const AppliedForces<double>& forces,
                         Workspace<double>& work, VectorRef<double> a) {
  const FastTree& fast = *tree.fast();
  const fast::Passes& passes = fast::passes();
  const fast::Memory memory = work.fast.view(fast);
  applyJointForces(tree, q, v, forces, work);
  gatherTorques(fast, work.jointForces.data(), work.fast);
  liftGround(tree, work.fast);
  for (const int body : fast.branchingBodies()) work.fast.articulated[at(body)] = {};

  passes.turnHinges(memory, static_cast<int>(fast.hinges().size()), q.data());
  for (const Stretch& stretch : fast.stretches()) {
    if (stretch.way == Way::hinges)
      passes.outwardBias(memory, stretch.first, stretch.last, v.data());
    else
      for (int i = stretch.first; i < stretch.last; ++i)
        passes.outwardFloating(memory, fast.floatingBodies()[at(i)], q.data(), v.data(), nullptr,
                               tree.gravity().data(), work.fast.floating[at(i)]);
  }
  for (auto stretch = fast.stretches().rbegin(); stretch != fast.stretches().rend(); ++stretch) {
    if (stretch->way == Way::hinges)
      passes.inward(memory, stretch->first, stretch->last);
    else
      for (int i = stretch->first; i < stretch->last; ++i)
        passes.accelerateFloating(memory, fast.floatingBodies()[at(i)], work.fast.floating[at(i)],
                                  work.jointForces.data(), a.data());
  }
  for (const Stretch& stretch : fast.stretches())
    if (stretch.way == Way::hinges)
      passes.accelerate(memory, stretch.first, stretch.last, a.data());
  for (const FastTree::Gear& gear : fast.gears())
    a[gear.velocity] = gear.ratio * a[fast.hinges()[at(gear.hinge)].velocity];
}

}  // namespace linkwork
