// SPDX-License-Identifier: MIT
pragma solidity 0.8.28;

import {IERC20} from "@openzeppelin/contracts/token/ERC20/IERC20.sol";
import {SafeERC20} from "@openzeppelin/contracts/token/ERC20/utils/SafeERC20.sol";
import {HopRoute} from "../../contracts/EscrowTypes.sol";
import {IHopBridge} from "../../contracts/interfaces/IHopBridge.sol";
import {
    ITeleporterMessenger,
    ITeleporterRegistry,
    ITokenTransferrer,
    SendTokensInput
} from "../../contracts/interfaces/ITokenTransferrer.sol";

/// @dev Counts messages and gives them ids as Teleporter does. It is also the registry, and names itself as the newest
///      messenger until it is replaced.
contract MockMessenger is ITeleporterMessenger, ITeleporterRegistry {
    bytes32 public constant BLOCKCHAIN_ID = keccak256("here");
    ITeleporterMessenger private _latest = this;

    function replaceBy(ITeleporterMessenger newer) external {
        _latest = newer;
    }

    function getLatestTeleporter() external view returns (ITeleporterMessenger) {
        return _latest;
    }

    uint256 public nonce;

    function getNextMessageID(bytes32 destination) public view returns (bytes32) {
        return keccak256(abi.encode(address(this), BLOCKCHAIN_ID, destination, nonce + 1));
    }

    function sendMessage(bytes32 destination) external returns (bytes32 id) {
        id = getNextMessageID(destination);
        ++nonce;
    }
}

/// @dev Takes the amount and then the fee from the caller, with the checks of a real TokenHome.
contract MockTokenHome is ITokenTransferrer {
    event TokensSent(
        bytes32 indexed teleporterMessageID, address indexed sender, SendTokensInput input, uint256 amount
    );

    /// @dev The messenger, which is also the registry that names the newest messenger.
    MockMessenger public immutable MESSENGER;
    IERC20 public immutable TOKEN;

    constructor(MockMessenger messenger, IERC20 token) {
        MESSENGER = messenger;
        TOKEN = token;
    }

    function send(SendTokensInput calldata input, uint256 amount) external virtual {
        require(input.recipient != address(0), "zero recipient");
        require(input.requiredGasLimit > 0, "zero gas limit");
        require(input.secondaryFee == 0 && input.multiHopFallback == address(0), "multi-hop");
        require(input.primaryFeeTokenAddress == address(TOKEN), "fee token");
        _take(amount);
        if (input.primaryFee > 0) _take(input.primaryFee);
        MockMessenger latest = MockMessenger(address(MESSENGER.getLatestTeleporter()));
        emit TokensSent(latest.sendMessage(input.destinationBlockchainID), msg.sender, input, amount);
    }

    function _take(uint256 amount) internal virtual {
        SafeERC20.safeTransferFrom(TOKEN, msg.sender, address(this), amount);
    }
}

/// @dev A token home that always takes one unit less than it is told to.
contract ShortTokenHome is MockTokenHome {
    constructor(MockMessenger messenger, IERC20 token) MockTokenHome(messenger, token) {}

    function _take(uint256 amount) internal override {
        super._take(amount - 1);
    }
}

/// @dev A bridge for which a test chooses how much it takes and what it calls meanwhile.
contract RudeBridge is IHopBridge {
    uint256 public takes;
    address public reenters;
    bytes public data;
    bytes public answer;
    bool public isReentered;

    function take(uint256 amount) external {
        takes = amount;
    }

    function reenter(address target, bytes calldata data_) external {
        reenters = target;
        data = data_;
    }

    function dispatch(address token, uint256, HopRoute calldata) external returns (bytes32) {
        if (takes > 0) require(IERC20(token).transferFrom(msg.sender, address(this), takes), "transfer");
        if (reenters != address(0)) (isReentered, answer) = reenters.call(data);
        return keccak256("a message");
    }
}

/// @dev A token whose allowances are not used up by transfers, so that a spender keeps its allowance.
contract StickyAllowanceToken {
    mapping(address owner => uint256) public balanceOf;
    mapping(address owner => mapping(address spender => uint256)) public allowance;

    function mint(address to, uint256 amount) external {
        balanceOf[to] += amount;
    }

    function approve(address spender, uint256 amount) external returns (bool) {
        allowance[msg.sender][spender] = amount;
        return true;
    }

    function transfer(address to, uint256 amount) external returns (bool) {
        balanceOf[msg.sender] -= amount;
        balanceOf[to] += amount;
        return true;
    }

    /// @dev Moves the tokens, and leaves the allowance unchanged.
    function transferFrom(address from, address to, uint256 amount) external returns (bool) {
        require(allowance[from][msg.sender] >= amount, "allowance");
        balanceOf[from] -= amount;
        balanceOf[to] += amount;
        return true;
    }
}

/// @dev Takes the whole amount and gives half of it back. No allowance is left then, and only the balance shows that
///      something is wrong.
contract GivingBackBridge is IHopBridge {
    function dispatch(address token, uint256 amount, HopRoute calldata) external returns (bytes32) {
        require(IERC20(token).transferFrom(msg.sender, address(this), amount), "transfer");
        require(IERC20(token).transfer(msg.sender, amount / 2), "transfer");
        return keccak256("a message");
    }
}

/// @dev A token home that does the same: it takes the whole amount and gives half of it back.
contract GivingBackTokenHome is MockTokenHome {
    constructor(MockMessenger messenger, IERC20 token) MockTokenHome(messenger, token) {}

    function _take(uint256 amount) internal override {
        super._take(amount);
        SafeERC20.safeTransfer(TOKEN, msg.sender, amount / 2);
    }
}

/// @dev A token home that needs millions of gas. The 1/64 of it that the EVM holds back from a call is then enough for
///      a payment.
contract HungryTokenHome is MockTokenHome {
    constructor(MockMessenger messenger, IERC20 token) MockTokenHome(messenger, token) {}

    function _take(uint256 amount) internal override {
        uint256 before = gasleft();
        while (before - gasleft() < 6_000_000) {}
        super._take(amount);
    }
}
