#include "linkwork/dynamics/kernels/processor.hpp"
#include "linkwork/ensemble/lane_steps_here.hpp"
#if !defined(LINKWORK_X86_64)
#include "linkwork/ensemble/lane_float_steps_here.hpp"
#endif

namespace linkwork {

template class RevoluteStep<Lanes<2>>;

template <>
const LaneSteps<Lanes<2>>& laneSteps<2>() {
  return laneStepsHere<Lanes<2>>;
}

#if defined(LINKWORK_X86_64)
const FloatLaneSteps& floatLaneStepsForX86V4();

int laneWidth() { return kernels::hasX86V4() ? 8 : kernels::hasX86V3() ? 4 : 2; }
const FloatLaneSteps* floatLaneSteps() {
  return kernels::hasX86V4() ? &floatLaneStepsForX86V4() : nullptr;
}
#else
int laneWidth() { return 2; }
const FloatLaneSteps* floatLaneSteps() { return &floatLaneStepsHere; }
#endif

}  // namespace linkwork
