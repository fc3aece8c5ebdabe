// The end of the package `noc`, which has the parameters of the network and the types of what its
// modules exchange. `onchip rtl emit` puts it behind the parameters:
//
//   ROUTERS, PORTS (of each), ENDPOINTS, DATA (bits of a flit's data), CLASSES (of traffic),
//   CHANNELS (virtual ones of a class at a port, 1 or 2)
//   SLOTS network.buffer_flits, ROUTER network.router, LINK network.link, CREDIT network.credit,
//   DELAY ni.delay, LEVELS network.levels, PER_LEVEL network.buffers, FIXED network.arbiter,
//   CIRCUITS network.circuits (0 none, 1 exclusive, 2 shared), QUEUE (1 where there are circuits
//   and network.circuit_conflict is "queue")
//   MULTICAST: network.multicast (0 none, 1 where packets go along rows first, 2 along columns)
//   PEERS: by port of all routers, then by endpoint, 16 bits each: 0 if it leads nowhere, or
//   1 + a port, or 1 + ROUTERS * PORTS + an endpoint
//   ROUTES: by router, by target; with multicasts the router's column and row follow, 4 bits each
//
// Yosys 0.23 has ports of vectors and of structures, but of no arrays. So where there is one of a
// kind for each port or the like, it is a part of a vector "by port": that of port 0 lowest.

localparam int ALL = CLASSES * CHANNELS;  // channels of a port: k of class c is c*CHANNELS+k
localparam int INPUTS = PORTS * CHANNELS;  // channels of a class at all ports of a router
localparam int BUFFERS = CLASSES * INPUTS;  // of a router: input i of class c has c*INPUTS+i
localparam int FIRST = CIRCUITS != 0 ? 1 : 0;  // the first class of packets that are on no circuit
localparam int SHIFT = 3 - $clog2(LEVELS);  // from a QoS field to its level
// Levels that arbiters compare; the packets that open and close circuits have the fields 8 and 9.
// Open packets that wait have a priority: 0 is field 8, any other one is the field of that priority.
localparam int MARKS = CIRCUITS != 0 && QUEUE == 0 ? (9 >> SHIFT) + 1 : LEVELS;
localparam int COMPARED = LEVELS > 1 && (PER_LEVEL == 0 || QUEUE != 0) ? MARKS : 0;

localparam int TARGET = ENDPOINTS > 1 ? $clog2(ENDPOINTS) : 1;
localparam int PORT = PORTS > 1 ? $clog2(PORTS) : 1;
localparam int ROUTE = PORT + CHANNELS - 1;  // a port, and the channel where there are two
localparam int TABLE = ENDPOINTS * ROUTE + (MULTICAST != 0 ? 8 : 0);  // of a router, see ROUTES
// Bits of a flit's target: the number of an endpoint; with multicasts a bit more, which is 1 where
// the others are a rectangle of tiles: first and last column, first and last row, 4 bits each.
localparam int DEST = MULTICAST != 0 ? 17 : TARGET;

typedef struct packed {
  logic [DATA-1:0] data;
  logic [DEST-1:0] target;
  logic on_circuit;
  logic [3:0] field;  // of QoS
  logic last;  // of its packet
} flit_t;
localparam int FLIT = DATA + DEST + 6;

// A link, in the direction of its flits and back.
typedef struct packed {
  logic [ALL-1:0] channel;  // one bit: the channel that gets the flit
  flit_t flit;
} forward_t;
typedef struct packed {
  logic [ALL-1:0] credit;  // channels in which a slot has become free
  logic refused;  // further on, the circuit has met another one
} back_t;
localparam int FORWARD = ALL + FLIT;
localparam int BACK = ALL + 1;

// Channels of AXI4 (ARM IHI 0022) with words of 32 bits, without their IDs: a manager at an endpoint
// has ID bits, and a memory gets OWNER bits, the endpoint that a burst comes from, then its ID.
// verilator lint_off UNUSEDPARAM
localparam int ID = 4, OWNER = TARGET + ID;
localparam int WINDOW = 31 - TARGET;  // bits of an address within an endpoint
typedef struct packed {
  logic [31:0] addr;
  logic [7:0] len;  // beats but one
  logic [2:0] size;
  logic [1:0] burst;
  logic lock;
  logic [3:0] cache;
  logic [2:0] prot;
  logic [3:0] qos;
} axi_address_t;
typedef struct packed {
  logic [31:0] data;
  logic [3:0] strb;
  logic last;
} axi_write_t;
typedef struct packed {
  logic [31:0] data;
  logic [1:0] resp;
  logic last;
} axi_read_t;
localparam int AXI_ADDRESS = 57, AXI_WRITE = 37, AXI_READ = 35;

// Bursts as packets. A request has two heads, then the beats of a write; a beat of a read, or the
// response to a write, is a packet of one flit.
typedef struct packed {
  logic write;
  logic [TARGET-1:0] source;
  logic [ID-1:0] id;
  logic [7:0] len;
  logic [2:0] size;
  logic [1:0] burst;
  logic [3:0] qos;
} axi_head_t;
typedef struct packed {
  logic lock;
  logic [3:0] cache;
  logic [2:0] prot;
  logic [31:0] addr;
} axi_second_t;
typedef struct packed {
  logic write;
  logic [ID-1:0] id;
  logic [31:0] data;
  logic [1:0] resp;
  logic last;
} axi_response_t;
localparam int AXI_HEAD = TARGET + ID + 18, AXI_SECOND = 40;
localparam int AXI_RESPONSE = ID + 36;  // flits must have as many bits of data, and 40
// verilator lint_on UNUSEDPARAM
