// Compiled with -march=x86-64-v3.
#if defined(LINKWORK_X86_64)

#include "linkwork/ensemble/lane_steps_here.hpp"

namespace linkwork {

template class RevoluteStep<Lanes<4>>;

template <>
const LaneSteps<Lanes<4>>& laneSteps<4>() {
  return laneStepsHere<Lanes<4>>;
}

}  // namespace linkwork

#endif
