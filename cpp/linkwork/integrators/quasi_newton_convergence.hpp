#pragma once

namespace linkwork {

/// When corrections by M(q_k) end: as soon as the one to come, if it shrinks as the last one did,
/// is rounding, for what is left of the equations is momentum lost.
class QuasiNewtonConvergence {
 public:
  enum class Outcome { goOn, last, tooSlow };

  /// Of a correction that has been found; `last` is to be made, as those before it.
  [[gnu::always_inline]] Outcome judge(double size, double tolerance) {
    constexpr double left = 1e-4, slow = 0.5;  // slower ones are dearer than Newton's
    const double shrinking = isFirst_ ? 1 : size / last_;
    const bool isSmall = size <= tolerance, isSlow = !isFirst_ && !(shrinking < slow);
    isFirst_ = false;
    last_ = size;
    if (isSlow) return isSmall ? Outcome::last : Outcome::tooSlow;
    return isSmall && shrinking * size <= left * tolerance ? Outcome::last : Outcome::goOn;
  }

 private:
  bool isFirst_ = true;
  double last_ = 0;
};

}  // namespace linkwork
