#include "linkwork/integrators/rattle.hpp"

namespace linkwork {

Rattle::Rattle(const IntegratorContext& context)
    : context_(context),
      explicit_(context),
      joints_(context.tree, context.work),
      before_(Eigen::VectorXd::Zero(context.tree.velocitySize())) {}

Rattle::Implicit::Implicit(const IntegratorContext& context, const ImplicitJoints& joints, double h)
    : h(h),
      tree(joints.treeOfKicks(h)),
      work(tree),
      steps({context.mechanism, tree, work, context.contact, context.tally, context.drives},
            joints.dampingOfKicks(h)) {}

void Rattle::makeImplicit(double h) {
  if (!implicit_ || implicit_->h != h) implicit_ = std::make_unique<Implicit>(context_, joints_, h);
}

double Rattle::step(double h, StepForces& forces, MotionState& state) {
  if (const double stiff = joints_.areStiff(h) ? h : 0; stiff != stiffStep_) {
    if (stiff > 0) makeImplicit(h);
    stiffStep_ = stiff;
    steps().start(state);
  }
  if (stiffStep_ > 0) before_ = state.v;
  steps().step(h, forces, state);
  if (stiffStep_ > 0) joints_.requireResolved(h, before_, state.v);
  return h;
}

void Rattle::visitMemory(MemoryVisitor& visit) {
  if (joints_.canBeStiff()) visit(stiffStep_);
  if (visit.isRestoring() && stiffStep_ > 0) makeImplicit(stiffStep_);
  steps().visitMemory(visit);
}

}  // namespace linkwork
