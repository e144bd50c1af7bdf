#pragma once

#include <atomic>
#include <exception>
#include <mutex>
#include <thread>
#include <vector>

namespace linkwork {

/// Calls `visit(thread, i)` for every i < count, distributed over threads. Rethrows the first
/// exception after all have ended.
template <typename Visit>
void forEachInThreads(int threads, int count, Visit&& visit) {
  if (threads <= 1 || count <= 1) {
    for (int i = 0; i < count; ++i) visit(0, i);
    return;
  }
  std::atomic<int> next{0};
  std::exception_ptr failure;
  std::mutex guard;
  const auto work = [&](int thread) {
    try {
      for (int i = next++; i < count; i = next++) visit(thread, i);
    } catch (...) {
      const std::lock_guard lock(guard);
      if (!failure) failure = std::current_exception();
      next = count;
    }
  };
  std::vector<std::thread> others;
  for (int thread = 1; thread < threads && thread < count; ++thread)
    others.emplace_back(work, thread);
  work(0);
  for (std::thread& other : others) other.join();
  if (failure) std::rethrow_exception(failure);
}

}  // namespace linkwork
