#include "linkwork/joint_function.hpp"

#include "linkwork/joints/joint_motion.hpp"

namespace linkwork {

JointMotion<symbolic::Expression> JointFunction::motion(const symbolic::Expression* q,
                                                        const symbolic::Expression* v) const {
  const auto size = static_cast<std::size_t>(coordinates());
  return motionOf(pose(q), {q, size}, {v, size});
}

}  // namespace linkwork
