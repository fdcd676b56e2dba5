// What programmatic dependent launch does to times between events: when a kernel with the attribute
// starts, relative to the end of the kernel before it, by the card's global timer.
//
//   nvcc -O2 -arch=sm_90 studies/dependent_launch_on_card.cu -o dependent_launch_on_card -lcuda
//   ./dependent_launch_on_card
//
// first      a sample of one kernel: a flush, the start event, the kernel, the stop event
// between    a kernel that lets the next one start, something, and the next one
// second     a sample of one execution of two kernels
// repeated   a sample of eight executions of two kernels
//
// A line has the conditions, the median time between the events, and the median and the least start
// of a kernel after the end of the one before it, in ns: negative where they overlap. `repeated`
// also counts words that a kernel read after the next execution had stored others.

#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cuda.h>
#include <cuda_runtime.h>
#include <functional>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

namespace {

constexpr int samples = 200, of_warm_up = 50, executions = 8;
constexpr unsigned blocks = 132, threads = 256;

struct stamp {
  unsigned long long begin, end;
};

__device__ unsigned long long now_ns() {
  unsigned long long now;
  asm volatile("mov.u64 %0, %%globaltimer;" : "=l"(now));
  return now;
}

__device__ void spin(unsigned long long ns) {
  for (const unsigned long long begin = now_ns(); now_ns() - begin < ns;) {
  }
}

__device__ void wait() { asm volatile("griddepcontrol.wait;" ::: "memory"); }
__device__ void trigger() { asm volatile("griddepcontrol.launch_dependents;" ::: "memory"); }

// Reads n vectors, as the flush of a cold sample does.
__global__ void flush(uint4* vectors, std::size_t n, bool triggers, stamp* at) {
  if (triggers) trigger();
  unsigned seen = 0;
  for (std::size_t i = std::size_t{blockIdx.x} * blockDim.x + threadIdx.x; i < n;
       i += std::size_t{gridDim.x} * blockDim.x)
    seen |= vectors[i].x;
  if (seen & 1) vectors[0].x = 0;
  __syncthreads();
  if (threadIdx.x == 0) atomicMax(&at->end, now_ns());
}

struct behaviour {
  bool waits, triggers;
  unsigned before_ns, after_ns;  // work before and after the wait
};

// Stores `value` to `to`, or counts words of `from` that are not `value`.
__global__ void work(behaviour does, unsigned* to, const unsigned* from, unsigned value,
                     unsigned* wrong, stamp* at) {
  if (threadIdx.x == 0) atomicMin(&at->begin, now_ns());
  spin(does.before_ns);
  if (does.waits) wait();
  if (does.triggers) trigger();
  const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  if (to != nullptr) to[i] = value;
  spin(does.after_ns);
  if (from != nullptr && *const_cast<const volatile unsigned*>(from + i) != value)
    atomicAdd(wrong, 1u);
  __syncthreads();
  if (threadIdx.x == 0) atomicMax(&at->end, now_ns());
}

void check(cudaError_t code, const char* call) {
  if (code == cudaSuccess) return;
  std::fprintf(stderr, "error: %s: %s\n", call, cudaGetErrorString(code));
  std::exit(2);
}

class card {
 public:
  card() {
    check(cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking), "cudaStreamCreate");
    check(cudaMalloc(&flushed, flushed_bytes), "cudaMalloc");
    check(cudaMemset(flushed, 0, flushed_bytes), "cudaMemset");
    check(cudaMalloc(&stamps, sizeof(stamp) * 2 * executions), "cudaMalloc");
    check(cudaMalloc(&wrong, sizeof *wrong), "cudaMalloc");
    check(cudaMalloc(&words, blocks * threads * sizeof *words), "cudaMalloc");
    check(cudaMalloc(&other, 4096), "cudaMalloc");
    check(cudaHostAlloc(&flag, sizeof *flag, cudaHostAllocMapped), "cudaHostAlloc");
    for (cudaEvent_t* event : {&start, &stop, &between})
      check(cudaEventCreate(event), "cudaEventCreate");
    *flag = 0;
  }

  void launch_flush(bool triggers, stamp* at) {
    flush<<<blocks * 2, 1024, 0, stream>>>(flushed, flushed_bytes / sizeof(uint4), triggers, at);
  }

  void launch(bool programmatic, behaviour does, stamp* at, unsigned* to = nullptr,
              const unsigned* from = nullptr, unsigned value = 0) {
    cudaLaunchAttribute attribute{};
    attribute.id = cudaLaunchAttributeProgrammaticStreamSerialization;
    attribute.val.programmaticStreamSerializationAllowed = programmatic;
    cudaLaunchConfig_t config{};
    config.gridDim = blocks;
    config.blockDim = threads;
    config.stream = stream;
    config.attrs = &attribute;
    config.numAttrs = 1;
    check(cudaLaunchKernelEx(&config, work, does, to, from, value, wrong, at),
          "cudaLaunchKernelEx");
  }

  // The stream waits until all of a sample is enqueued.
  void sample(const std::function<void()>& enqueue) {
    for (stamp& each : seen) each = {~0ull, 0};
    check(cudaMemcpy(stamps, seen, sizeof seen, cudaMemcpyHostToDevice), "cudaMemcpy");
    check(cudaDeviceSynchronize(), "cudaDeviceSynchronize");
    if (cuStreamWaitValue32(stream, reinterpret_cast<CUdeviceptr>(flag), ++ticket,
                            CU_STREAM_WAIT_VALUE_GEQ) != CUDA_SUCCESS) {
      std::fprintf(stderr, "error: cuStreamWaitValue32 failed\n");
      std::exit(2);
    }
    enqueue();
    *static_cast<volatile unsigned*>(flag) = ticket;
    check(cudaStreamSynchronize(stream), "cudaStreamSynchronize");
    check(cudaMemcpy(seen, stamps, sizeof seen, cudaMemcpyDeviceToHost), "cudaMemcpy");
  }

  float elapsed_ns() {
    float ms = 0;
    check(cudaEventElapsedTime(&ms, start, stop), "cudaEventElapsedTime");
    return ms * 1e6f;
  }

  static constexpr std::size_t flushed_bytes = std::size_t{128} << 20;
  cudaStream_t stream = nullptr;
  cudaEvent_t start = nullptr, stop = nullptr, between = nullptr;
  stamp* stamps = nullptr;
  stamp seen[2 * executions];  // of the last sample
  unsigned* wrong = nullptr;
  unsigned* words = nullptr;
  unsigned* other = nullptr;

 private:
  uint4* flushed = nullptr;
  unsigned* flag = nullptr;
  unsigned ticket = 0;
};

template <class T>
T median(std::vector<T> values) {
  std::sort(values.begin(), values.end());
  return values[values.size() / 2];
}

// `gaps` are from kernel to kernel, in the order of `stamps`.
void print_case(card& on, const std::string& name, int kernels,
                const std::function<void()>& enqueue) {
  // Kernels are loaded by their first launch, which would wait for a stream that is held.
  enqueue();
  check(cudaDeviceSynchronize(), "cudaDeviceSynchronize");
  std::vector<float> times;
  std::vector<long long> gaps;
  check(cudaMemset(on.wrong, 0, sizeof *on.wrong), "cudaMemset");
  for (int i = 0; i < samples; ++i) {
    on.sample(enqueue);
    if (i < of_warm_up) continue;
    times.push_back(on.elapsed_ns());
    for (int k = 1; k < kernels; ++k)
      gaps.push_back(static_cast<long long>(on.seen[k].begin) -
                     static_cast<long long>(on.seen[k - 1].end));
  }
  unsigned wrong = 0;
  check(cudaMemcpy(&wrong, on.wrong, sizeof wrong, cudaMemcpyDeviceToHost), "cudaMemcpy");
  std::printf("%-64s %8.0f %8lld %8lld %6u\n", name.c_str(), median(times), median(gaps),
              *std::min_element(gaps.begin(), gaps.end()), wrong);
  std::fflush(stdout);
}

const char* word(bool is, const char* name, const char* otherwise) { return is ? name : otherwise; }

void first(card& on) {
  for (const bool triggers : {false, true})
    for (const bool waits : {false, true})
      for (const bool programmatic : {false, true})
        print_case(on,
                   std::string("first: flush ") + word(triggers, "triggers", "does not trigger") +
                       ", kernel " + word(waits, "waits", "does not wait") + ", attribute " +
                       word(programmatic, "on", "off"),
                   2, [&] {
                     on.launch_flush(triggers, on.stamps);
                     cudaEventRecord(on.start, on.stream);
                     on.launch(programmatic, {waits, false, 0, 2000}, on.stamps + 1);
                     cudaEventRecord(on.stop, on.stream);
                   });
}

void between(card& on) {
  const std::vector<std::pair<const char*, std::function<void()>>> operations = {
      {"nothing", [] {}},
      {"an event with a time", [&] { cudaEventRecord(on.between, on.stream); }},
      {"a memset", [&] { cudaMemsetAsync(on.other, 0, 64, on.stream); }},
      {"a write and a wait for it", [&] {
         cuStreamWriteValue32(on.stream, reinterpret_cast<CUdeviceptr>(on.other), 1,
                              CU_STREAM_WRITE_VALUE_DEFAULT);
         cuStreamWaitValue32(on.stream, reinterpret_cast<CUdeviceptr>(on.other), 1,
                             CU_STREAM_WAIT_VALUE_GEQ);
       }}};
  for (const auto& [name, operation] : operations)
    for (const bool programmatic : {false, true})
      print_case(on,
                 std::string("between: ") + name + ", attribute " + word(programmatic, "on", "off"),
                 2, [&, operation = operation] {
                   cudaEventRecord(on.start, on.stream);
                   on.launch(false, {false, true, 0, 10000}, on.stamps);
                   operation();
                   on.launch(programmatic, {false, false, 0, 5000}, on.stamps + 1);
                   cudaEventRecord(on.stop, on.stream);
                 });
}

void second(card& on) {
  for (const bool triggers : {false, true})
    for (const bool programmatic : {false, true})
      print_case(
          on,
          std::string("second: the first kernel ") +
              word(triggers, "triggers", "does not trigger") + ", attribute " +
              word(programmatic, "on", "off"),
          2, [&] {
            cudaEventRecord(on.start, on.stream);
            on.launch(false, {false, triggers, 0, 10000}, on.stamps, on.words);
            on.launch(programmatic, {true, false, 5000, 5000}, on.stamps + 1, nullptr, on.words);
            cudaEventRecord(on.stop, on.stream);
          });
}

// The first kernel of an execution stores its number, and the second one expects it.
void repeated(card& on) {
  for (const auto& [name, of_first, of_second, waits] :
       {std::tuple("off", false, false, true),
        std::tuple("of the second kernel", false, true, true),
        std::tuple("of both kernels", true, true, true),
        std::tuple("of both kernels, the first does not wait", true, true, false)})
    print_case(
        on, std::string("repeated: attribute ") + name, 2 * executions,
        [&, of_first = of_first, of_second = of_second, waits = waits] {
          cudaEventRecord(on.start, on.stream);
          for (unsigned e = 0; e < executions; ++e) {
            on.launch(of_first, {waits, true, 0, 1000}, on.stamps + 2 * e, on.words, nullptr, e);
            on.launch(of_second, {true, true, 0, 3000}, on.stamps + 2 * e + 1, nullptr, on.words,
                      e);
          }
          cudaEventRecord(on.stop, on.stream);
        });
}

}  // namespace

int main() {
  card on;
  std::printf("%-64s %8s %8s %8s %6s\n", "conditions", "time", "gap", "least", "wrong");
  first(on);
  between(on);
  second(on);
  repeated(on);
  return cudaDeviceSynchronize() == cudaSuccess ? 0 : 2;
}
