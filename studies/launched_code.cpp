// A plugin that launches one kernel of a file with machine code or PTX, for same_kernel_on_card.py:
// the sum of n floats, one part per block. Build: g++ -shared -fPIC -Iinclude -I$CUDA/include, and
// link with the driver (-lcuda).
//
// Environment: CODE, ENTRY, GRID, BLOCK, SHARED (bytes), and ARGUMENTS, words between commas: x and
// y are the addresses, n the size, other words integers of 8 bytes.

#include <cstdlib>
#include <cuda.h>
#include <fstream>
#include <iterator>
#include <sstream>
#include <warpmark/bench.hpp>

namespace {

using namespace warpmark::bench;

std::string setting(const char* name) {
  const char* value = std::getenv(name);
  if (value == nullptr) throw std::runtime_error(std::string(name) + " is not set");
  return value;
}

unsigned number(const char* name) { return static_cast<unsigned>(std::stoul(setting(name))); }

struct loaded {
  loaded() {
    std::ifstream file(setting("CODE"), std::ios::binary);
    const std::string code((std::istreambuf_iterator<char>(file)), {});
    require(cuModuleLoadData(&module, code.c_str()), "cuModuleLoadData");
    require(cuModuleGetFunction(&kernel, module, setting("ENTRY").c_str()), "cuModuleGetFunction");
    shared_bytes = number("SHARED");
    constexpr unsigned without_asking = 48 << 10;
    if (shared_bytes > without_asking)
      require(cuFuncSetAttribute(kernel, CU_FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES,
                                 static_cast<int>(shared_bytes)),
              "cuFuncSetAttribute");
    std::istringstream list(setting("ARGUMENTS"));
    for (std::string word; std::getline(list, word, ',');) words.push_back(word);
  }
  loaded(loaded&& other) noexcept
      : module(other.module),
        kernel(other.kernel),
        shared_bytes(other.shared_bytes),
        words(std::move(other.words)) {
    other.module = nullptr;
  }
  ~loaded() {
    if (module != nullptr) cuModuleUnload(module);
  }

  void launch(const call& with) const {
    std::vector<std::int64_t> values;
    for (const std::string& word : words)
      values.push_back(word == "x"   ? reinterpret_cast<std::intptr_t>(with.data<void>("x"))
                       : word == "y" ? reinterpret_cast<std::intptr_t>(with.data<void>("y"))
                       : word == "n" ? with["n"]
                                     : std::stoll(word));
    std::vector<void*> addresses;
    for (auto& value : values) addresses.push_back(&value);
    require(cuLaunchKernel(kernel, number("GRID"), 1, 1, number("BLOCK"), 1, 1, shared_bytes,
                           with.stream<CUstream>(), addresses.data(), nullptr),
            "cuLaunchKernel");
  }

  CUmodule module = nullptr;
  CUfunction kernel = nullptr;
  unsigned shared_bytes = 0;
  std::vector<std::string> words;
};

}  // namespace

WARPMARK_PLUGIN(plugin) {
  auto& parts = plugin.family("parts_of_sum").summary("sums of n floats, one per block");
  parts.axis("n", {1 << 20, 1 << 26}).swept();
  parts.buffers([](const point& at, const buffers& add) {
    add.input("x", "f32", at["n"], "1");
    add.output("y", "f32", number("GRID"));
  });
  // Blocks may divide the work as they like: the parts add up.
  parts.check([](const point& at, const arrays&, const warpmark_array& out) {
    double sum = 0;
    for (unsigned i = 0; i < number("GRID"); ++i) sum += static_cast<const float*>(out.data)[i];
    if (sum != static_cast<double>(at["n"]))
      throw std::runtime_error("the parts add up to " + std::to_string(sum));
  });
  parts.variant("launched")
      .enqueue([](const point&) { return loaded(); },
               [](loaded& code, const call& with) { code.launch(with); });
}
