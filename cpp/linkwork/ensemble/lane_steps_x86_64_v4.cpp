// Compiled with -march=x86-64-v4.
#if defined(LINKWORK_X86_64)

#include "linkwork/ensemble/lane_steps_here.hpp"

namespace linkwork {

template class HingeStep<Lanes<8>>;

template <>
const LaneSteps<Lanes<8>>& laneSteps<8>() {
  return laneStepsHere<Lanes<8>>;
}

}  // namespace linkwork

#endif
