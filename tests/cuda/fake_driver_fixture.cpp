#include "tests/cuda/fake_driver_fixture.hpp"

#include <cstdlib>
#include <dlfcn.h>
#include <stdexcept>

namespace warpmark::cuda {
namespace {

fake_cuda::control& fresh_fake() {
  setenv("WARPMARK_LIBCUDA", FAKE_CUDA_LIBRARY, 1);
  setenv("WARPMARK_LIBNVML", FAKE_CUDA_LIBRARY, 1);
  void* library = dlopen(FAKE_CUDA_LIBRARY, RTLD_NOW | RTLD_LOCAL);
  if (library == nullptr) throw std::runtime_error(dlerror());
  reinterpret_cast<void (*)()>(dlsym(library, "fake_cuda_reset"))();
  return *reinterpret_cast<fake_cuda::control* (*)()>(dlsym(library, "fake_cuda_control"))();
}

}  // namespace

fake_driver::fake_driver() : fake(fresh_fake()) {}

fake_driver::~fake_driver() {
  unsetenv("WARPMARK_LIBCUDA");
  unsetenv("WARPMARK_LIBNVML");
}

void fake_driver::TearDown() {
  machine_.reset();
  EXPECT_TRUE(fake.allocations.empty());
  EXPECT_TRUE(fake.host_allocations.empty());
  EXPECT_EQ(fake.live_events, 0u);
  EXPECT_EQ(fake.live_streams, 0u);
  EXPECT_EQ(fake.live_modules, 0u);
  EXPECT_EQ(fake.live_graphs, 0u);
  EXPECT_EQ(fake.retained_contexts, 0u);
  EXPECT_EQ(fake.frees_under_work, 0u) << "memory that enqueued work may use was freed";
  EXPECT_EQ(fake.frees_of_nothing, 0u);
  EXPECT_EQ(fake.waits_on_closed_gate, 0u) << "a real driver would have hung";
}

void fake_driver::start_afresh() {
  TearDown();
  fresh_fake();
}

backend& fake_driver::machine() {
  if (!machine_) machine_ = make_cuda_backend({});
  return *machine_;
}

backend::module_handle fake_driver::kernel(const std::string& name) {
  return machine().load(compiled(name));
}

compiler::compiled_kernel compiled(const std::string& name, std::size_t static_shared_bytes) {
  compiler::compiled_kernel kernel;
  kernel.lowered_name = name;
  kernel.cubin = {'c', 'o', 'd', 'e', '\0'};
  kernel.cubin_hash = "hash of " + name;
  kernel.resources.static_shared_bytes = static_shared_bytes;
  return kernel;
}

}  // namespace warpmark::cuda
