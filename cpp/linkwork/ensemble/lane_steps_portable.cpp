#include "linkwork/dynamics/hinges/processor.hpp"
#include "linkwork/ensemble/lane_steps_here.hpp"

namespace linkwork {

template class HingeStep<Lanes<2>>;

template <>
const LaneSteps<Lanes<2>>& laneSteps<2>() {
  return laneStepsHere<Lanes<2>>;
}

#if defined(LINKWORK_X86_64)
int laneWidth() { return hinges::hasX86V4() ? 8 : hinges::hasX86V3() ? 4 : 2; }
#else
int laneWidth() { return 2; }
#endif

}  // namespace linkwork
