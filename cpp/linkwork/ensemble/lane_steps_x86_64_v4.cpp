// Compiled with -march=x86-64-v4.
#if defined(LINKWORK_X86_64)

#include "linkwork/ensemble/lane_float_steps_here.hpp"

namespace linkwork {

template class RevoluteStep<Lanes<8>>;

template <>
const LaneSteps<Lanes<8>>& laneSteps<8>() {
  return laneStepsHere<Lanes<8>>;
}

const FloatLaneSteps& floatLaneStepsForX86V4() { return floatLaneStepsHere; }

}  // namespace linkwork

#endif
